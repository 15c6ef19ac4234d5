import * as z from "zod";
import { Flag } from "./endpoint";
import { questionTypes } from "./enums";
import { oneOf, singleLineText } from "./fields";
import { maxAnswerLength, maxQuestions } from "./limits";

const required = "must not be empty";

const descriptions = {
  key: "Identifies the question in `fields` of leads, in filters and in email templates, such as `{{field.company}}`.",
  label: "The question as people read it.",
  type: "`text`: one line of text. `choice`: one of `options`. `checkbox`: yes or no. `url`: a web address.",
  options: "The options of a choice.",
  required: "Whether people must answer it on the join forms. A checkbox must be checked.",
  onJoinForms: "Whether the join forms show it. Otherwise only staff and the API answer it.",
};

export const Question = z.object({
  key: z.string().meta({ description: descriptions.key, example: "company" }),
  label: z.string().meta({ description: descriptions.label }),
  type: z.enum(questionTypes).meta({ description: descriptions.type }),
  options: z.array(z.string()).meta({ description: descriptions.options }),
  required: z.boolean().meta({ description: descriptions.required }),
  onJoinForms: z.boolean().meta({ description: descriptions.onJoinForms }),
});
export type Question = z.output<typeof Question>;

export const QuestionInput = z
  .strictObject({
    key: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,29}$/, "must be 1 to 30 lowercase letters, digits and underscores, starting with a letter")
      .meta({ description: descriptions.key, example: "company" }),
    label: singleLineText(200).pipe(z.string().min(1, required)).meta({ description: descriptions.label }),
    type: oneOf(questionTypes).meta({ description: descriptions.type }),
    options: z
      .array(singleLineText(100).pipe(z.string().min(1, required)))
      .max(30, "must have at most 30 items")
      .refine((options) => new Set(options).size === options.length, "must not contain the same option twice")
      .default([])
      .meta({ description: descriptions.options }),
    required: z.boolean().default(false).meta({ description: descriptions.required }),
    onJoinForms: z.boolean().default(true).meta({ description: descriptions.onJoinForms }),
  })
  .refine(({ type, options }) => (type === "choice") === options.length > 0, {
    path: ["options"],
    message: "must have at least one option for a choice, and none for other types",
  });

/**
 * Adds the keys of new questions, which follow from their labels. `usedKeys` are those of saved and deleted questions: with one of them, old
 * answers would be shown as answers to the new question.
 */
export function addQuestionKeys(questions: readonly Question[], usedKeys: readonly string[]): Question[] {
  const keys = [...usedKeys, ...questions.map(({ key }) => key)];
  return questions.map((question) => {
    const key = question.key || questionKey(question.label, keys);
    keys.push(key);
    return { ...question, key };
  });
}

/** A key for a new question with this label, other than those that exist. */
function questionKey(label: string, existing: readonly string[]): string {
  const words = label
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9 ]+/g, "")
    .trim()
    .split(/\s+/)
    .slice(0, 3)
    .join("_");
  const base = words.replace(/^[^a-z]+/, "").slice(0, 26) || "question";
  for (let number = 1; ; number++) {
    const key = number === 1 ? base : `${base}_${number}`;
    if (!existing.includes(key)) return key;
  }
}

export const Questions = z
  .array(QuestionInput)
  .max(maxQuestions, `must have at most ${maxQuestions} items`)
  .refine((questions) => new Set(questions.map(({ key }) => key)).size === questions.length, "must not contain the same key twice");

export const Answers = z
  .record(z.string(), z.union([z.string(), z.boolean()]))
  .meta({ description: "The answers to the project's questions, by key: a text, or `true` or `false` for a checkbox." });
export type Answers = z.output<typeof Answers>;

/** Answers in a request, which `parseAnswers` checks against the project's questions. */
export const AnswersInput = z
  .record(z.string().max(100), z.unknown())
  .refine((fields) => Object.keys(fields).length <= 100, "must have at most 100 items")
  .meta({
    override: Answers.meta()?.override ?? {},
    description:
      "The answers to the project's questions, by key: a text, or `true` or `false` for a checkbox. Unknown keys and answers that don't fit their question are refused.",
  });

/** What an answer says if it doesn't fit the question. */
type AnswerResult = { answer: string | boolean; problem?: never } | { problem: string; answer?: never };

/** Parses the answer to a question. A checkbox takes `true` and `false`, also as text. */
export function parseAnswer({ type, options }: Question, value: unknown): AnswerResult {
  if (type === "checkbox") {
    const { success, data } = Flag.safeParse(value);
    return success ? { answer: data } : { problem: "must be true or false" };
  }
  const { data: answer, error } = AnswerText.safeParse(value);
  if (answer === undefined) return { problem: error?.issues[0]?.message ?? required };
  if (type === "choice" && !options.includes(answer)) return { problem: `must be one of ${options.join(", ")}` };
  if (type !== "url") return { answer };
  // People leave out the protocol.
  const url = /^[a-z][a-z0-9+.-]*:/i.test(answer) ? answer : `https://${answer}`;
  return isWebUrl(url) ? { answer: url } : { problem: "must be a URL such as https://example.org" };
}

const AnswerText = z.string("must be a text").pipe(singleLineText(maxAnswerLength)).pipe(z.string().min(1, required));

/** Whether a text is the URL of a public web page, without a password. */
function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes(".") && !url.username && !url.password && !/\s/.test(text);
}

const answerFilter = "must be a question's key, a colon and the answer, such as company:Acme";

/** A filter by the answer to one question. */
export const AnswerFilter = z
  .string()
  .max(600, "must be at most 600 characters")
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text) && /^[a-z][a-z0-9_]*:./u.test(text), answerFilter)
  .meta({ override: { type: "string", maxLength: 600 }, example: "company:Acme" });
