import type { z } from "zod";
import {
  type EmailTemplateContent,
  type EmailTemplateField,
  type EmailTemplateKind,
  emailTemplateFields,
  formatVariable,
} from "@/contract/default-email-templates";
import { findTemplateProblems } from "@/contract/email-template-rules";
import { updateEmailTemplateEndpoint } from "@/contract/email-templates";
import { closestName } from "@/lib/closest-name";

/** The project's questions, whose answers are variables. */
type Questions = Parameters<typeof findTemplateProblems>[2]["questions"];

/** The errors or the warnings of a field. Errors prevent saving. */
export const getTemplateMessages = (
  kind: EmailTemplateKind,
  content: EmailTemplateContent,
  questions: Questions,
  field: EmailTemplateField,
  severity: "errors" | "warnings",
): string[] =>
  findTemplateProblems(kind, content, { questions, findNearest: closestName })
    .filter((problem) => problem.field === field && problem.isError === (severity === "errors"))
    .map(({ message }) => message);

/** Validates the form of a template. */
export const templateSchema = (kind: EmailTemplateKind, questions: Questions) =>
  updateEmailTemplateEndpoint.body.omit({ expected: true }).superRefine((content, context) => {
    for (const field of emailTemplateFields) {
      const messages = getTemplateMessages(kind, content, questions, field, "errors");
      // Fields show a single message, so all errors are joined, one per line.
      if (messages.length > 0) context.addIssue({ code: "custom", path: [field], message: messages.join("\n") });
    }
  });
export type TemplateValues = z.output<ReturnType<typeof templateSchema>>;

const lineBreaks = (isNeeded: boolean, hasOne: boolean): string => {
  if (!isNeeded) return "";
  return hasOne ? "\n" : "\n\n";
};

/** The text to insert between `before` and `after` for a variable. A button gets empty lines around it, so that it is its own paragraph. */
export function variableInsertion(name: string, before: string, after: string): string {
  // An empty name would leave a gap.
  if (name === "firstname") return "{{firstname|there}}";
  if (name !== "button") return formatVariable(name);
  const above = lineBreaks(before.trim() !== "" && !/\n[^\S\n]*\n\s*$/.test(before), /\n[^\S\n]*$/.test(before));
  const below = lineBreaks(after.trim() !== "" && !/^\s*\n[^\S\n]*\n/.test(after), /^[^\S\n]*\n/.test(after));
  return `${above}${formatVariable(name)}${below}`;
}

/** What the toolbar does with the selected text. */
export type TextFormat = "bold" | "italic" | "link" | "list" | "numberedList";

/** A text with the selection in it. */
export type SelectedText = { text: string; from: number; to: number };

const marks = { bold: "**", italic: "*" } as const;
const linkUrl = "https://";

/** Formats the selection in Markdown, or removes the format if it has it. */
export function formatSelection(format: TextFormat, selected: SelectedText): SelectedText {
  if (format === "bold" || format === "italic") return toggleMark(marks[format], selected);
  return format === "link" ? insertLink(selected) : toggleList(format === "numberedList", selected);
}

function replaceRange({ text }: SelectedText, from: number, to: number, inserted: string, select: [number, number]): SelectedText {
  return { text: text.slice(0, from) + inserted + text.slice(to), from: from + select[0], to: from + select[1] };
}

function toggleMark(mark: string, selected: SelectedText): SelectedText {
  const { text, from, to } = selected;
  const [start, end] = [from - mark.length, to + mark.length];
  const isMarked = start >= 0 && text.slice(start, from) === mark && text.slice(to, end) === mark;
  // The marks of bold text contain those of italic text.
  const isOtherMark = mark === "*" && text.slice(from - 2, from) === "**" && text.slice(from - 3, from) !== "***";
  const inside = text.slice(from, to);
  if (isMarked && !isOtherMark) return replaceRange(selected, start, end, inside, [0, inside.length]);
  return replaceRange(selected, from, to, mark + inside + mark, [mark.length, mark.length + inside.length]);
}

/** Selects the URL, which is to be typed next, or the text if there is none yet. */
function insertLink(selected: SelectedText): SelectedText {
  const { text, from, to } = selected;
  const label = text.slice(from, to) || "text";
  const link = `[${label}](${linkUrl})`;
  const urlStart = label.length + 3;
  return replaceRange(selected, from, to, link, from === to ? [1, 1 + label.length] : [urlStart, urlStart + linkUrl.length]);
}

const listMark = /^(- |\d+\. )/;

function toggleList(isNumbered: boolean, selected: SelectedText): SelectedText {
  const { text, from, to } = selected;
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const nextBreak = text.indexOf("\n", to);
  const end = nextBreak === -1 ? text.length : nextBreak;
  const lines = text.slice(start, end).split("\n");
  const isList = lines.every((line) => listMark.test(line) && /^\d/.test(line) === isNumbered);
  const items = lines.map((line, index) => {
    const content = line.replace(listMark, "");
    if (isList) return content;
    return isNumbered ? `${index + 1}. ${content}` : `- ${content}`;
  });
  // A list right below a line of text would be part of its paragraph.
  const gap = !isList && start > 0 && text.slice(0, start).endsWith("\n") && !text.slice(0, start).endsWith("\n\n") ? "\n" : "";
  const inserted = gap + items.join("\n");
  return replaceRange(selected, start, end, inserted, [gap.length, inserted.length]);
}
