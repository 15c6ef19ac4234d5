"use client";

import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { type UseFormReturn, useFieldArray } from "react-hook-form";
import * as z from "zod";
import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { TextareaField, TextField, useZodForm } from "@/components/ui/form";
import { SelectField, SwitchField } from "@/components/ui/form-fields";
import { IconButton } from "@/components/ui/icon-button";
import type { Items } from "@/components/ui/merge";
import { SaveConflict, useMergedSave } from "@/components/ui/save-conflict";
import { parseLines, SettingsForm } from "@/components/ui/settings-form";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import { questionTypes } from "@/contract/enums";
import { maxQuestions } from "@/contract/limits";
import { addQuestionKeys, type Question, QuestionInput } from "@/contract/questions";
import { settingsLabels } from "./labels";

const labels = settingsLabels.questions;

/** A question in the form: its options are text, with one per line, and a new one has no key yet. */
const QuestionFields = z
  .object({
    key: z.string(),
    label: z.string(),
    type: z.enum(questionTypes),
    options: z.string(),
    required: z.boolean(),
    onJoinForms: z.boolean(),
  })
  .superRefine((fields, ctx) => {
    const { error } = QuestionInput.safeParse({ ...toQuestion(fields), key: "key" });
    for (const { path, message } of error?.issues ?? []) ctx.addIssue({ code: "custom", path: path.slice(0, 1), message });
  });
const Body = z.object({ questions: z.array(QuestionFields) });
type Body = z.input<typeof Body>;
type QuestionForm = UseFormReturn<Body, unknown, Body>;

const toFields = ({ options, ...question }: Question): Body["questions"][number] => ({ ...question, options: options.join("\n") });

const toQuestion = ({ options, ...fields }: Body["questions"][number]): Question => ({
  ...fields,
  options: fields.type === "choice" ? parseLines(options).map(({ text }) => text) : [],
});

const newQuestion: Body["questions"][number] = { key: "", label: "", type: "text", options: "", required: false, onJoinForms: true };

const toItems = (questions: readonly Question[]): Items<Question> => new Map(questions.map((question) => [question.key, question]));
const toValues = (questions: Items<Question>): Body => ({ questions: [...questions.values()].map(toFields) });

/** A question as text, to compare it with what someone else made of it. */
const describeQuestion = ({ label, type, options, required, onJoinForms }: Question) => ({
  name: label,
  text: [
    label,
    [labels.types.find(({ value }) => value === type)?.label, options.join(", ")].filter(Boolean).join(": "),
    required && labels.required,
    onJoinForms && labels.onJoinForms,
  ]
    .filter(Boolean)
    .join(" · "),
});

/** The questions to new leads. */
export function QuestionsView() {
  const { project } = useSession();
  // The session's project is reloaded after a save, which takes a moment.
  const [savedProject, setSavedProject] = useState(project);
  const { mutateAsync } = useApiMutation("PATCH /project", { changes: ["GET /project"], refreshPage: true });
  // A list of fields that is validated earlier shows the errors of a new row before anyone can fill it in.
  const form = useZodForm(Body, { defaultValues: { questions: project.questions.map(toFields) }, mode: "onSubmit" });
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: "questions", keyName: "rowId" });
  const usedKeys = [project, savedProject].flatMap(({ deletedQuestionKeys, questions }) => [
    ...deletedQuestionKeys,
    ...questions.map(({ key }) => key),
  ]);
  const merging = useMergedSave({
    form,
    initial: toItems(project.questions),
    toItems: ({ questions }) => toItems(addQuestionKeys(questions.map(toQuestion), usedKeys)),
    toValues,
    send: async (questions, expected) => {
      const saved = await mutateAsync({ body: { questions: [...questions.values()], expected: { questions: [...expected.values()] } } });
      setSavedProject(saved);
      return toItems(saved.questions);
    },
    load: async () => toItems((await call("GET /project")).questions),
  });
  const futureKeys = addQuestionKeys(form.watch("questions").map(toQuestion), usedKeys).map(({ key }) => key);
  return (
    <SettingsForm
      form={form}
      onSave={merging.save}
      title={labels.title}
      description={labels.description}
      saveLabel={labels.save}
      savedToast={labels.savedToast}
    >
      {fields.length === 0 && <p className="text-muted-foreground">{labels.none}</p>}
      {fields.map(({ rowId }, index) => (
        <fieldset key={rowId} aria-label={labels.question(index + 1)} className="grid gap-4 rounded-lg border p-4">
          <div className="flex items-center justify-between gap-2">
            <span className="font-medium">{labels.question(index + 1)}</span>
            <span className="flex gap-1">
              <IconButton label={labels.moveUp} size="icon-sm" disabled={index === 0} onClick={() => move(index, index - 1)}>
                <ArrowUp aria-hidden="true" />
              </IconButton>
              <IconButton
                label={labels.moveDown}
                size="icon-sm"
                disabled={index === fields.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <ArrowDown aria-hidden="true" />
              </IconButton>
              <IconButton label={labels.remove} size="icon-sm" onClick={() => remove(index)}>
                <Trash2 aria-hidden="true" />
              </IconButton>
            </span>
          </div>
          <QuestionRow form={form} index={index} futureKey={futureKeys[index]} />
        </fieldset>
      ))}
      <Button
        type="button"
        variant="outline"
        className="justify-self-start"
        disabled={fields.length >= maxQuestions}
        onClick={() => append(newQuestion)}
      >
        <Plus aria-hidden="true" /> {labels.add}
      </Button>
      <SaveConflict title={labels.conflict} merging={merging} toText={describeQuestion} />
      {fields.length >= maxQuestions && <p className="-mt-3 text-2sm text-muted-foreground">{labels.full(maxQuestions)}</p>}
    </SettingsForm>
  );
}

type QuestionRowProps = {
  form: QuestionForm;
  index: number;
  /** The key that the question has, or gets when it is saved. */
  futureKey: string | undefined;
};

function QuestionRow({ form, index, futureKey }: QuestionRowProps) {
  const name = `questions.${index}` as const;
  const { label, type } = form.watch(name);
  return (
    <>
      <TextField
        form={form}
        name={`${name}.label`}
        label={labels.label}
        hint={futureKey && label.trim() && labels.key(futureKey)}
        autoComplete="off"
        dir="auto"
      />
      <SelectField form={form} name={`${name}.type`} label={labels.type} className="max-w-48" options={labels.types} />
      {type === "choice" && (
        <TextareaField form={form} name={`${name}.options`} label={labels.options} hint={labels.optionsHint} rows={4} dir="auto" />
      )}
      <SwitchField form={form} name={`${name}.onJoinForms`} label={labels.onJoinForms} />
      <SwitchField form={form} name={`${name}.required`} label={labels.required} hint={labels.requiredHint} />
    </>
  );
}
