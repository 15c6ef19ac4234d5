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

/** The errors or the warnings of a field. Errors prevent saving. */
export const getTemplateMessages = (
  kind: EmailTemplateKind,
  content: EmailTemplateContent,
  field: EmailTemplateField,
  severity: "errors" | "warnings",
): string[] =>
  findTemplateProblems(kind, content, closestName)
    .filter((problem) => problem.field === field && problem.isError === (severity === "errors"))
    .map(({ message }) => message);

/** Validates the form of a template. */
export const templateSchema = (kind: EmailTemplateKind) =>
  updateEmailTemplateEndpoint.body.superRefine((content, context) => {
    for (const field of emailTemplateFields) {
      const messages = getTemplateMessages(kind, content, field, "errors");
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
  if (name !== "button") return formatVariable(name);
  const above = lineBreaks(before.trim() !== "" && !/\n[^\S\n]*\n\s*$/.test(before), /\n[^\S\n]*$/.test(before));
  const below = lineBreaks(after.trim() !== "" && !/^\s*\n[^\S\n]*\n/.test(after), /^[^\S\n]*\n/.test(after));
  return `${above}${formatVariable(name)}${below}`;
}
