import type { z } from "zod";
import { changeMailTextEndpoint } from "@/contract/mail";
import { problemsOf } from "@/contract/mail-rules";
import { type MailField, type MailKind, type MailText, mailFields } from "@/contract/mail-texts";
import { nearestName } from "@/lib/nearest";

/** What is wrong with a field, of what refuses or of what only warns. */
export const messagesAt = (kind: MailKind, text: MailText, field: MailField, refuses: boolean): string[] =>
  problemsOf(kind, text, nearestName)
    .filter((each) => each.field === field && each.refuses === refuses)
    .map(({ message }) => message);

/** The words of a kind of mail, as a form checks them. */
export const wordsOf = (kind: MailKind) =>
  changeMailTextEndpoint.body.superRefine((text, context) => {
    for (const field of mailFields) {
      const messages = messagesAt(kind, text, field, true);
      // A field shows one message: all of them, a line each.
      if (messages.length > 0) context.addIssue({ code: "custom", path: [field], message: messages.join("\n") });
    }
  });
export type Words = z.output<ReturnType<typeof wordsOf>>;
