import { z } from "zod";
import { endpoint } from "./endpoint";
import { line, lines, Timestamp } from "./fields";
import { mailKinds, mailTexts, paragraphsOf } from "./mail-texts";

const tag = "Mail";

/** The longest of each field of a mail's words, in characters. */
export const mailLimits = { subject: 200, body: 5000, button: 60 } as const;

/** The most paragraphs a mail has. */
export const mostParagraphs = 100;

const Kind = z.enum(mailKinds, `must be one of ${mailKinds.join(", ")}`);
const one = z.strictObject({ kind: Kind });

const Body = lines(mailLimits.body)
  .transform((text) => text.replace(/\r\n?/g, "\n"))
  // Gmail cuts a mail off at 102 kB, and each paragraph brings a few hundred bytes with it.
  .refine((text) => paragraphsOf(text).length <= mostParagraphs, `must have at most ${mostParagraphs} paragraphs`)
  .meta({ override: { type: "string", maxLength: mailLimits.body } });

/** Words as they are being typed: a field may be empty still. */
const Draft = { subject: line(mailLimits.subject), body: Body, button: line(mailLimits.button) };

const empty = "must not be empty";
const Words = {
  subject: Draft.subject.pipe(z.string().min(1, empty)),
  body: Body.refine((text) => text.trim() !== "", empty),
  button: Draft.button.pipe(z.string().min(1, empty)),
};

const Text = z.object({ subject: z.string(), body: z.string(), button: z.string() });

/** The words of a kind of mail as staff see them. */
export const MailTextRecord = z
  .object({
    kind: Kind,
    text: Text.meta({ description: "What it says now." }),
    defaultText: Text.meta({ description: "What it says where the project has no words of its own." }),
    isOwn: z.boolean().meta({ description: "Whether the words are the project's own." }),
    changedAt: Timestamp.nullable().meta({ description: "When the project's own words were last changed; null where it has none." }),
  })
  .meta({ id: "MailText" });
export type MailTextRecord = z.output<typeof MailTextRecord>;

const exampleWords = { ...mailTexts.code, subject: "{{firstname}}, your code for {{project}}" };
const exampleRecord: MailTextRecord = {
  kind: "code",
  text: exampleWords,
  defaultText: mailTexts.code,
  isOwn: true,
  changedAt: "2026-11-21T12:00:00.000Z",
};

export const listMailTextsEndpoint = endpoint({
  method: "GET",
  path: "/mail/texts",
  tag,
  summary: "List the words of every mail to leads",
  access: ["viewer"],
  reply: z.array(MailTextRecord),
  errors: [],
  example: { reply: [exampleRecord] },
});

export const changeMailTextEndpoint = endpoint({
  method: "PUT",
  path: "/mail/texts/:kind",
  tag,
  summary: "Change the words of a mail to leads",
  description:
    "In each field `{{…}}` stands for what differs from lead to lead. Refused at its field are a variable that there is not, or that has no value in this kind of mail; one that is half-written; `{{button}}` that is no paragraph by itself; and a text without what the mail is for. Mail that waits to be sent gets the new words.",
  access: ["admin"],
  params: one,
  body: z.strictObject(Words),
  reply: MailTextRecord,
  errors: [],
  example: { params: { kind: "code" }, body: exampleWords, reply: exampleRecord },
});

export const resetMailTextEndpoint = endpoint({
  method: "DELETE",
  path: "/mail/texts/:kind",
  tag,
  summary: "Go back to the default words of a mail to leads",
  access: ["admin"],
  params: one,
  reply: MailTextRecord,
  errors: [],
  example: { params: { kind: "code" }, reply: { ...exampleRecord, text: mailTexts.code, isOwn: false, changedAt: null } },
});

export const previewMailEndpoint = endpoint({
  method: "POST",
  path: "/mail/preview",
  tag,
  summary: "Show a mail to leads in words that are not saved",
  description: "Changes nothing. What differs from lead to lead is made up; links lead nowhere.",
  access: ["viewer"],
  body: z.strictObject({
    kind: Kind,
    ...Draft,
    scheme: z
      .enum(["light", "dark"], "must be light or dark")
      .optional()
      .meta({ description: "How a mail program of that colouring shows it." }),
  }),
  reply: z.object({ subject: z.string(), html: z.string().meta({ description: "A page." }), text: z.string() }),
  errors: [],
  example: {
    body: { kind: "code", ...exampleWords, scheme: "light" },
    reply: { subject: "Ada, your code for Launch", html: "<!doctype html>…", text: "Hello Ada,…" },
  },
});

/** How many tests one of the staff may send themselves. */
export const testMailLimit = { most: 10, seconds: 3600 } as const;

export const sendTestMailEndpoint = endpoint({
  method: "POST",
  path: "/mail/test",
  tag,
  summary: "Send yourself a mail to leads as a test",
  description: `The words need not be saved. What differs from lead to lead is made up, and the subject begins with \`[Test]\`. It goes also while mail is paused. At most ${testMailLimit.most} an hour.`,
  access: ["admin"],
  body: z.strictObject({ kind: Kind, ...Words }),
  reply: z.object({
    email: z.string().meta({ description: "Where it goes: your own address." }),
    isKept: z.boolean().meta({ description: "Whether it is kept as a file in the outbox, as no mail server is set." }),
  }),
  errors: ["too_many_requests"],
  example: { body: { kind: "code", ...exampleWords }, reply: { email: "grace@example.org", isKept: false } },
});
