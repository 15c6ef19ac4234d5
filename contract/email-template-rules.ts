import {
  answerVariable,
  defaultEmailTemplates,
  type EmailTemplateContent,
  type EmailTemplateKind,
  emailTemplateFields,
  emailTemplateNames,
  formatVariable,
  isAnswerVariable,
  isOnlyVariable,
  splitParagraphs,
  type TemplateVariable,
  templateVariables,
} from "./default-email-templates";
import type { Question } from "./questions";

/** A problem in a field of a template. Errors prevent saving and sending it; the others are warnings. */
type TemplateProblem = { field: keyof EmailTemplateContent; isError: boolean; message: string };

/** Returns the most similar name, or `null` if none is similar. Passed in, because the contract can't depend on the implementation. */
type FindNearest = (name: string, candidates: readonly string[]) => string | null;

/** What the problems of a template depend on: the project's questions, whose answers are variables. */
type TemplateContext = { questions: readonly Pick<Question, "key">[]; findNearest: FindNearest };

const allVariables = Object.keys(templateVariables) as TemplateVariable[];
const isVariable = (name: string): name is TemplateVariable => Object.hasOwn(templateVariables, name);
const hasValue = (name: TemplateVariable, kind: EmailTemplateKind): boolean =>
  (templateVariables[name].kinds as readonly EmailTemplateKind[]).includes(kind);

/** The variables that have a value in a kind of email. */
export const listVariables = (kind: EmailTemplateKind): TemplateVariable[] => allVariables.filter((name) => hasValue(name, kind));

const disjunction = new Intl.ListFormat("en-US", { type: "disjunction" });
const conjunction = new Intl.ListFormat("en-US");

const formatVariables = (names: readonly string[]): string => disjunction.format(names.map(formatVariable));

type VariableRule = { oneOf: readonly TemplateVariable[]; message: string };

/** The variables without which an email has no purpose. One of each rule is required. */
const requiredVariables: Readonly<Partial<Record<EmailTemplateKind, VariableRule>>> = {
  code: { oneOf: ["code", "button", "claimUrl"], message: "so that leads get their code" },
  invitation: { oneOf: ["code", "button", "claimUrl"], message: "so that leads get their code" },
  reminder: { oneOf: ["code", "button", "claimUrl"], message: "so that leads get their code" },
  joined: { oneOf: ["button", "positionUrl"], message: "so that leads can view their position" },
  confirm: { oneOf: ["button", "confirmUrl"], message: "so that leads can confirm their email" },
  confirm_claim: { oneOf: ["button", "claimUrl"], message: "so that people can claim their code" },
};

const codeRecommendations: readonly VariableRule[] = [
  { oneOf: ["code"], message: "Without {{code}}, leads can't read the code. It is only part of the link" },
  { oneOf: ["button", "claimUrl"], message: "Without {{button}} or {{claimUrl}}, the email has no link to the claim page" },
];

const recommendedVariables: Readonly<Record<EmailTemplateKind, readonly VariableRule[]>> = {
  code: codeRecommendations,
  invitation: codeRecommendations,
  joined: [{ oneOf: ["button"], message: "Without {{button}}, leads have no button to view their position or leave the waitlist" }],
  confirm: [],
  confirm_claim: [{ oneOf: ["code"], message: "Without {{code}}, the email doesn't say which code they claim" }],
  claimed: [{ oneOf: ["code"], message: "Without {{code}}, the email doesn't say which code was claimed" }],
  reminder: codeRecommendations,
  announcement: [],
};

/** Variables that can be empty for some leads. */
const optionalVariables: readonly string[] = ["firstname", "lastname", "validFrom", "validUntil", "redirectUrl"];
const isOptional = (name: string): boolean => optionalVariables.includes(name) || isAnswerVariable(name);

const placeholderPattern = /\{\{([^{}]*)\}\}/g;

/** A variable as it is written in a template. `fallback` is undefined if it has none. */
type Placeholder = { name: string; fallback: string | undefined };

function parsePlaceholder(inside: string): Placeholder {
  const [name = "", ...fallback] = inside.split("|");
  return { name: name.trim(), fallback: fallback.length === 0 ? undefined : fallback.join("|").trim() };
}

const parsePlaceholders = (text: string): Placeholder[] =>
  [...text.matchAll(placeholderPattern)].map(([, inside = ""]) => parsePlaceholder(inside));
const listPlaceholders = (text: string): string[] => [...new Set(parsePlaceholders(text).map(({ name }) => name))];

/** Returns the problems of a template, in the order of its fields. */
export function findTemplateProblems(kind: EmailTemplateKind, content: EmailTemplateContent, context: TemplateContext): TemplateProblem[] {
  return emailTemplateFields.flatMap((field) => {
    const text = content[field];
    const errors = [...findInvalidVariables(kind, field, text, context), ...findInvalidFallbacks(text), ...findUnclosedBraces(text)];
    const warnings = [...findSingleBraces(text), ...findEmptyStarts(text), ...(field === "body" ? [] : findPossiblyEmpty(field, text))];
    if (field === "button") warnings.push(...findUnusedButton(kind, content));
    if (field === "body" && text.trim() !== "") {
      const missing = findMissingVariables(kind, text);
      errors.push(...findInlineButtons(text), ...findInvalidLinks(text), ...findTooMuchFormatting(text), ...missing.errors);
      warnings.push(...missing.warnings);
    }
    return [
      ...errors.map((message) => ({ field, isError: true, message })),
      ...warnings.map((message) => ({ field, isError: false, message })),
    ];
  });
}

function findInvalidVariables(
  kind: EmailTemplateKind,
  field: keyof EmailTemplateContent,
  text: string,
  { questions, findNearest }: TemplateContext,
): string[] {
  const answerVariables: string[] = questions.map(({ key }) => answerVariable(key));
  return listPlaceholders(text).flatMap((name) => {
    if (answerVariables.includes(name)) return [];
    if (!isVariable(name)) return [describeUnknownVariable(name, findNearest(name, [...listVariables(kind), ...answerVariables]))];
    if (!hasValue(name, kind)) return [`${formatVariable(name)} is only available in ${listKindNames(name)} emails`];
    return name === "button" && field !== "body" ? ["{{button}} can only be used in the body"] : [];
  });
}

function describeUnknownVariable(name: string, nearest: string | null): string {
  if (name === "") return "Enter a variable name between the braces {{}}, or remove them";
  const placeholder = formatVariable(name.replace(/\s+/g, " ").slice(0, 40));
  return nearest === null
    ? `${placeholder} isn't a variable. Choose one from the list, or remove the braces`
    : `${placeholder} isn't a variable. Did you mean ${formatVariable(nearest)}?`;
}

/** The maximum length of a fallback, in characters. */
const maxFallbackLength = 100;

/** Returns the errors of fallbacks, such as `{{firstname|there}}`. */
const findInvalidFallbacks = (text: string): string[] => [
  ...new Set(
    parsePlaceholders(text).flatMap(({ name, fallback }) => {
      if (fallback === undefined) return [];
      if (name === "button") return ["{{button}} can't have a fallback"];
      if (fallback === "") return [`Enter a fallback after the | in ${formatVariable(`${name}|`)}, or remove the |`];
      return fallback.length > maxFallbackLength
        ? [`The fallback of ${formatVariable(name)} must be at most ${maxFallbackLength} characters`]
        : [];
    }),
  ),
];

/** A line that starts with an empty variable would start in the middle of a sentence. */
const findEmptyStarts = (text: string): string[] => {
  const starts = [...text.matchAll(/^[^\S\n]*\{\{([^{}]*)\}\}[^\S\n]*[^\s{]/gm)].map(([, inside = ""]) => parsePlaceholder(inside));
  const names = new Set(starts.filter(({ fallback }) => fallback === undefined).map(({ name }) => name));
  return [...names]
    .filter(isOptional)
    .map((name) => `A line starts with ${formatVariable(name)}, which is empty for some leads. Add a fallback, such as {{${name}|Hello}}`);
};

const maxFormatting = { links: 100, emphasis: 1000 } as const;
/** More than five list items that start on the same line. */
const nestedItems = /^[^\S\n]*(?:(?:[-*+]|\d{1,9}[.)])[^\S\n]+){6}/m;

/**
 * Whether the Markdown in a text is more than any email needs. The time to parse links grows with the cube of their number, the time to parse
 * bold and italic text with its square, and nested lists can be too deep for the stack.
 */
export const hasTooMuchFormatting = (text: string): boolean =>
  text.split("](").length > maxFormatting.links + 1 || text.split(/[*_]/).length > maxFormatting.emphasis + 1 || nestedItems.test(text);

const findTooMuchFormatting = (body: string): string[] =>
  hasTooMuchFormatting(body)
    ? [`Use less formatting: at most ${maxFormatting.links} links, and no more than five list items on one line`]
    : [];

/** Links in Markdown must be web or email addresses, or a variable with a link. */
function findInvalidLinks(body: string): string[] {
  const withoutSpaces = body.replace(placeholderPattern, (_, inside: string) => `{{${inside.replace(/\s/g, "")}}}`);
  const hrefs = [...withoutSpaces.matchAll(/\[[^\]\n]*\]\([^\S\n]*<?([^)\s>]*)/g)].map(([, href = ""]) => href);
  const isValid = (href: string) => /^(https?:\/\/|mailto:)[^{}]+$/i.test(href) || /^\{\{\w+Url(\|[^{}]*)?\}\}$/.test(href);
  return hrefs.every(isValid)
    ? []
    : [
        "Links must start with https://, http:// or mailto: and can't contain variables. A whole link can be a variable, such as {{claimUrl}}",
      ];
}

const listKindNames = (name: TemplateVariable): string =>
  conjunction.format(templateVariables[name].kinds.map((kind) => `“${emailTemplateNames[kind]}”`));

function findUnclosedBraces(text: string): string[] {
  const [excerpt] = /[^\n{}]{0,12}(\{\{|\}\})[^\n{}]{0,16}/.exec(text.replace(placeholderPattern, "")) ?? [];
  return excerpt === undefined
    ? []
    : [`Braces aren't closed near “${excerpt.trim()}”. Use two braces before and two after a variable name`];
}

/** A variable in single braces would be sent as typed. */
const findSingleBraces = (text: string): string[] =>
  [...new Set([...text.matchAll(/(?<!\{)\{\s*(\w+(?:\.\w+)?)\s*\}(?!\})/g)].map(([, name = ""]) => name))]
    .filter((name) => isVariable(name) || isAnswerVariable(name))
    .map((name) => `{${name}} isn't replaced. Use ${formatVariable(name)} for its value`);

/** Only a button in a paragraph of its own is replaced. */
function findInlineButtons(body: string): string[] {
  const hasInlineButton = splitParagraphs(body).some(
    (paragraph) => listPlaceholders(paragraph).includes("button") && !isOnlyVariable(paragraph, "button"),
  );
  return hasInlineButton ? ["{{button}} must be in a paragraph of its own, with an empty line before and after it"] : [];
}

/** A text that someone wrote for the button, in an email without the button. The default text isn't theirs. */
function findUnusedButton(kind: EmailTemplateKind, { body, button }: EmailTemplateContent): string[] {
  const defaultText = defaultEmailTemplates[kind].button;
  if (["", defaultText].includes(button.trim()) || body.trim() === "" || listPlaceholders(body).includes("button")) return [];
  return [`The body has no {{button}}, so this text isn't shown. Add {{button}} to the body, or use the default text “${defaultText}”`];
}

function findPossiblyEmpty(field: "subject" | "button", text: string): string[] {
  const withoutOptional = text.replace(placeholderPattern, (placeholder, inside: string) => {
    const { name, fallback } = parsePlaceholder(inside);
    return fallback === undefined && isOptional(name) ? "" : placeholder;
  });
  if (text.trim() === "" || withoutOptional.trim() !== "") return [];
  const used = listPlaceholders(text).filter(isOptional);
  return [`The ${field} is empty for leads without ${formatVariables(used)}. Add other text`];
}

function findMissingVariables(kind: EmailTemplateKind, body: string): { errors: string[]; warnings: string[] } {
  const used = listPlaceholders(body);
  const isMissing = ({ oneOf }: VariableRule): boolean => !oneOf.some((name) => used.includes(name));
  const required = requiredVariables[kind];
  if (required && isMissing(required)) return { errors: [`Add ${formatVariables(required.oneOf)}, ${required.message}`], warnings: [] };
  return { errors: [], warnings: recommendedVariables[kind].filter(isMissing).map(({ message }) => message) };
}
