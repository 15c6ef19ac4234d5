import type { z } from "zod";
import { updateEmailTemplateEndpoint } from "@/contract/email-template-api";
import { findTemplateProblems } from "@/contract/email-template-rules";
import { type EmailTemplateField, type EmailTemplateKind, type EmailTemplateContent, emailTemplateFields } from "@/contract/email-templates";
import { closestName } from "@/lib/closest-name";

/** What is wrong with a field, of what refuses or of what only warns. */
export const fieldMessages = (kind: EmailTemplateKind, text: EmailTemplateContent, field: EmailTemplateField, refuses: boolean): string[] =>
  findTemplateProblems(kind, text, closestName)
    .filter((each) => each.field === field && each.isError === refuses)
    .map(({ message }) => message);

/** The words of a kind of mail, as a form checks them. */
export const templateSchema = (kind: EmailTemplateKind) =>
  updateEmailTemplateEndpoint.body.superRefine((text, context) => {
    for (const field of emailTemplateFields) {
      const messages = fieldMessages(kind, text, field, true);
      // A field shows one message: all of them, a line each.
      if (messages.length > 0) context.addIssue({ code: "custom", path: [field], message: messages.join("\n") });
    }
  });
export type TemplateValues = z.output<ReturnType<typeof templateSchema>>;
