"use client";

import { useQuery } from "@tanstack/react-query";
import { Bold, Italic, Link, List, ListOrdered, TriangleAlert } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { apiQuery } from "@/components/api-query";
import { useSession } from "@/components/shell/session";
import { Field } from "@/components/ui/field";
import { FormField, TextField } from "@/components/ui/form";
import { IconButton } from "@/components/ui/icon-button";
import { Textarea } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";
import { Sentence } from "@/components/ui/text";
import {
  answerVariable,
  type EmailTemplateContent,
  type EmailTemplateField,
  type EmailTemplateKind,
  formatVariable,
  templateVariables,
} from "@/contract/default-email-templates";
import { listVariables } from "@/contract/email-template-rules";
import { cn } from "@/lib/cn";
import { emailTemplateLabels, fieldLabels } from "./labels";
import { formatSelection, getTemplateMessages, type TemplateValues, type TextFormat, variableInsertion } from "./template-schema";

/** A form with the texts of an email. */
export type TextForm = UseFormReturn<TemplateValues, unknown, TemplateValues>;

type TextFieldsProps = {
  form: TextForm;
  kind: EmailTemplateKind;
  /** Lists the variables without their descriptions. */
  compact?: boolean;
};

/** The subject, the body with its toolbar, the button label, and the variables of an email, with warnings. */
export function TextFields({ form, kind, compact = false }: TextFieldsProps) {
  const { insert, onFocus, bodyRef } = useInsertVariable();
  const { questions } = useSession().project;
  const [subject, body, button] = form.watch(["subject", "body", "button"]);
  const renderWarnings = (field: EmailTemplateField) => {
    const messages = getTemplateMessages(kind, { subject, body, button }, questions, field, "warnings");
    return messages.length === 0 ? undefined : <Warnings messages={messages} />;
  };
  return (
    <>
      <TextField
        form={form}
        name="subject"
        label={fieldLabels.subject}
        hint={renderWarnings("subject")}
        onFocus={onFocus}
        autoComplete="off"
      />
      <FormField form={form} name="body" label={fieldLabels.body} hint={renderWarnings("body") ?? emailTemplateLabels.bodyHint}>
        {({ ref, ...control }) => (
          <div className="grid">
            <Toolbar bodyRef={bodyRef} />
            <Textarea
              {...control}
              ref={(element) => {
                ref(element);
                bodyRef.current = element;
              }}
              onFocus={onFocus}
              onKeyDown={(event) => formatByKey(event)}
              rows={compact ? 8 : 12}
              className={cn("rounded-t-none", compact ? "max-h-80 min-h-40" : "min-h-64")}
            />
          </div>
        )}
      </FormField>
      <TextField
        form={form}
        name="button"
        label={fieldLabels.button}
        hint={renderWarnings("button")}
        onFocus={onFocus}
        autoComplete="off"
        className="max-w-64"
      />
      <VariableList kind={kind} onInsert={insert} compact={compact} />
    </>
  );
}

type CustomTextValues = TemplateValues & {
  isCustom: boolean;
  /** The template that the texts started from. Null if they are empty. */
  textsOf: EmailTemplateKind | null;
};

/** A form with texts that replace those of a template. */
export type CustomTextForm = UseFormReturn<CustomTextValues, unknown, CustomTextValues>;

/** Fills the texts of the form from the email template. Those that were typed for another one are left to their draft. */
export function useTemplateTexts(form: CustomTextForm, kind: EmailTemplateKind, isNeeded: boolean): EmailTemplateContent | undefined {
  const { data } = useQuery({ ...apiQuery("GET /email-templates"), enabled: isNeeded });
  const content = data?.find((template) => template.kind === kind)?.content;
  useEffect(() => {
    if (!isNeeded || content === undefined || form.getValues("textsOf") === kind) return;
    for (const field of ["subject", "body", "button"] as const) form.resetField(field, { defaultValue: content[field] });
    form.setValue("textsOf", kind);
  }, [form, isNeeded, content, kind]);
  return content;
}

/** A switch that shows the texts of a single send or wave, which start with those of the template. */
export function CustomTextFields({ form, kind, label }: { form: CustomTextForm; kind: EmailTemplateKind; label: string }) {
  const isCustom = form.watch("isCustom");
  const template = useTemplateTexts(form, kind, isCustom);
  return (
    <>
      <Field label={label} hint={emailTemplateLabels.customTextsHint} inline>
        <Switch checked={isCustom} onCheckedChange={(checked) => form.setValue("isCustom", checked)} />
      </Field>
      {isCustom && template && <TextFields form={form as unknown as TextForm} kind={kind} compact />}
    </>
  );
}

const { toolbar } = emailTemplateLabels;

const formats = [
  { format: "bold", label: toolbar.bold, icon: Bold },
  { format: "italic", label: toolbar.italic, icon: Italic },
  { format: "link", label: toolbar.link, icon: Link },
  { format: "list", label: toolbar.list, icon: List },
  { format: "numberedList", label: toolbar.numberedList, icon: ListOrdered },
] as const satisfies readonly { format: TextFormat; label: string; icon: unknown }[];

/** Formats the selected text of the body in Markdown. */
function Toolbar({ bodyRef }: { bodyRef: RefObject<HTMLTextAreaElement | null> }) {
  return (
    <fieldset aria-label={toolbar.title} className="flex gap-0.5 rounded-t-lg border border-input border-b-0 bg-muted px-1 py-0.5">
      {formats.map(({ format, label, icon: Icon }) => (
        <IconButton
          key={format}
          size="icon-sm"
          label={label}
          // Keeps the selection in the body.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => bodyRef.current && applyFormat(bodyRef.current, format)}
        >
          <Icon aria-hidden="true" />
        </IconButton>
      ))}
    </fieldset>
  );
}

function applyFormat(control: HTMLTextAreaElement, format: TextFormat): void {
  const { value, selectionStart, selectionEnd } = control;
  const { text, from, to } = formatSelection(format, { text: value, from: selectionStart, to: selectionEnd });
  control.focus();
  control.setRangeText(text, 0, value.length);
  control.setSelectionRange(from, to);
  notifyForm(control);
}

const formatKeys: Readonly<Record<string, TextFormat>> = { b: "bold", i: "italic" };

function formatByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const format = formatKeys[event.key.toLowerCase()];
  if (format === undefined || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  event.preventDefault();
  applyFormat(event.currentTarget, format);
}

/** `setRangeText` fires no event, and the form updates on input events. */
const notifyForm = (control: HTMLElement): boolean => control.dispatchEvent(new Event("input", { bubbles: true }));

/** Warnings below a field. They don't prevent saving. */
function Warnings({ messages }: { messages: readonly string[] }) {
  return messages.map((message) => (
    <span key={message} className="flex gap-2 text-warning">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {message}
    </span>
  ));
}

const { variables: labels } = emailTemplateLabels;

/** The variables of a kind of email, and those with the answers to the project's questions, with their descriptions. */
function useVariables(kind: EmailTemplateKind): { name: string; description: string }[] {
  const { questions } = useSession().project;
  return [
    ...listVariables(kind).map((name) => ({ name, description: templateVariables[name].description })),
    ...questions.map(({ key, label }) => ({ name: answerVariable(key), description: labels.answer(label) })),
  ];
}

type VariableListProps = { kind: EmailTemplateKind; onInsert?: (name: string) => void; compact?: boolean };

/** The variables of a template with their descriptions. With `onInsert`, they are buttons. */
export function VariableList({ kind, onInsert, compact = false }: VariableListProps) {
  return (
    <section aria-labelledby="variables" className="grid gap-2">
      <h3 id="variables" className="font-medium text-2sm leading-5">
        {labels.title}
      </h3>
      {onInsert && <p className="text-2sm text-muted-foreground">{labels.hint}</p>}
      <ul className={compact ? "flex flex-wrap gap-x-3" : "grid gap-x-3 gap-y-1 sm:grid-cols-[max-content_1fr]"}>
        {useVariables(kind).map(({ name, description }) => (
          <li key={name} className={compact ? undefined : "grid items-baseline gap-x-3 sm:col-span-2 sm:grid-cols-subgrid"}>
            {onInsert ? (
              <button
                translate="no"
                type="button"
                aria-label={labels.insert(formatVariable(name))}
                title={compact ? description : undefined}
                onClick={() => onInsert(name)}
                className="-mx-1.5 justify-self-start rounded-md px-1.5 py-0.5 text-left font-mono text-2sm text-link hover:bg-accent pointer-coarse:py-2"
              >
                {formatVariable(name)}
              </button>
            ) : (
              <span translate="no" className="py-0.5 font-mono text-2sm">
                {formatVariable(name)}
              </span>
            )}
            {!compact && (
              <span className="text-2sm text-muted-foreground">
                <Sentence text={description} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Control = HTMLInputElement | HTMLTextAreaElement;

/** Inserts variables at the last cursor position. Buttons, and variables without a cursor position, go into the body. */
function useInsertVariable() {
  const lastFocused = useRef<Control>(null);
  const bodyRef = useRef<HTMLTextAreaElement>(null);
  const onFocus = ({ currentTarget }: FocusEvent<Control>) => {
    lastFocused.current = currentTarget;
  };
  const insert = (name: string) => {
    const control = name === "button" ? bodyRef.current : (lastFocused.current ?? bodyRef.current);
    if (control === null) return;
    const end = control.value.length;
    const hasCursor = control === lastFocused.current;
    const [from, to] = hasCursor ? [control.selectionStart ?? end, control.selectionEnd ?? end] : [end, end];
    control.setRangeText(variableInsertion(name, control.value.slice(0, from), control.value.slice(to)), from, to, "end");
    notifyForm(control);
    control.focus();
  };
  return { onFocus, insert, bodyRef };
}
