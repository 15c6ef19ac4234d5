"use client";

import * as z from "zod";
import { useSession } from "@/components/shell/session";
import { DetailsItem } from "@/components/ui/card";
import { Switch } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { LeadRecord } from "@/contract/leads";
import { parseAnswer, type Question } from "@/contract/questions";
import { useEditLead } from "./api";
import { InlineField } from "./inline-field";
import { formatAnswer, labels } from "./labels";

const { answers: copy } = labels;

/** The answers to the project's questions, edited in place. */
export function AnswerFields({ lead: { email, fields } }: { lead: LeadRecord }) {
  const { questions } = useSession().project;
  const { mutate } = useEditLead();
  return questions.map((question) => (
    <AnswerField
      key={question.key}
      question={question}
      answer={fields[question.key] ?? null}
      onSave={(answer) => mutate({ email, answers: { [question.key]: answer } })}
    />
  ));
}

type Answer = string | boolean | null;

function AnswerField({ question, answer, onSave }: { question: Question; answer: Answer; onSave: (answer: Answer) => void }) {
  const { label, type, options } = question;
  if (type === "checkbox")
    return (
      <Field label={label} inline>
        <Switch checked={answer === true} onCheckedChange={onSave} />
      </Field>
    );
  // An answer can be an option that the question no longer has.
  const text = answer === null ? "" : String(answer);
  if (type === "choice")
    return (
      <Field label={label}>
        <Select
          options={["", ...new Set([...options, ...(text ? [text] : [])])].map((value) => ({ value, label: value || labels.none }))}
          value={text}
          onValueChange={(value) => onSave(value || null)}
        />
      </Field>
    );
  return <InlineField label={label} value={text} schema={answerSchema(question)} onSave={(value) => onSave(value || null)} />;
}

/** Parses a text answer. An empty text removes the answer. */
const answerSchema = (question: Question): z.ZodType<string, string> =>
  z.string().transform((text, ctx) => {
    if (text.trim() === "") return "";
    const { answer, problem } = parseAnswer(question, text);
    if (problem === undefined) return String(answer);
    ctx.addIssue({ code: "custom", message: problem });
    return z.NEVER;
  });

/** Answers that aren't edited: all of them for viewers, and those to deleted questions for everyone. */
export function AnswerList({ lead: { fields }, canEdit }: { lead: LeadRecord; canEdit: boolean }) {
  const { questions } = useSession().project;
  const isAsked = (key: string) => questions.some((question) => question.key === key);
  const deleted = Object.keys(fields)
    .filter((key) => !isAsked(key))
    .map((key) => ({ key, label: copy.deletedQuestion(key) }));
  return [...(canEdit ? [] : questions), ...deleted].map(({ key, label }) => (
    <DetailsItem key={key} label={label}>
      <bdi className="break-words">{formatAnswer(fields[key])}</bdi>
    </DetailsItem>
  ));
}
