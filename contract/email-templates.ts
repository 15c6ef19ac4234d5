import * as z from "zod";
import { defaultEmailTemplates, emailTemplateKinds, splitParagraphs } from "./default-email-templates";
import { endpoint } from "./endpoint";
import { actorKinds } from "./enums";
import { Email, Id, multilineText, oneOf, singleLineText, Timestamp, WebUrl } from "./fields";

const tag = "Email templates";

/** The maximum length of each field, in characters. */
export const emailTemplateLimits = { subject: 200, body: 5000, button: 60 } as const;

export const maxParagraphs = 100;

const Kind = oneOf(emailTemplateKinds);
const params = z.strictObject({ kind: Kind });

const Body = multilineText(emailTemplateLimits.body)
  .transform((text) => text.replace(/\r\n?/g, "\n"))
  // Gmail clips emails at 102 kB, and each paragraph adds a few hundred bytes of HTML.
  .refine((text) => splitParagraphs(text).length <= maxParagraphs, `must have at most ${maxParagraphs} paragraphs`)
  .meta({ override: { type: "string", maxLength: emailTemplateLimits.body } });

/** Content that is being edited: fields can still be empty. */
export const draftFields = {
  subject: singleLineText(emailTemplateLimits.subject),
  body: Body,
  button: singleLineText(emailTemplateLimits.button),
};

/** Where the button of an announcement leads. */
export const ButtonUrl = WebUrl.meta({
  description: "Where the button of an announcement leads. Without it, announcements have no button.",
});

/** The rendered email of a preview. */
export const EmailPreview = z.object({
  subject: z.string(),
  html: z.string().meta({ description: "The email as an HTML page." }),
  text: z.string().meta({ description: "The email as plain text." }),
});
export type EmailPreview = z.output<typeof EmailPreview>;

export const ColorScheme = z
  .enum(["light", "dark"], "must be light or dark")
  .meta({ description: "The color scheme. Defaults to the browser's." });

const empty = "must not be empty";
export const contentFields = {
  subject: draftFields.subject.pipe(z.string().min(1, empty)),
  body: Body.refine((text) => text.trim() !== "", empty),
  button: draftFields.button.pipe(z.string().min(1, empty)),
};

const overrideDescription = (field: string) => `The ${field} of this send only, instead of its template's.`;

/** The texts of a single send, instead of its template's. */
export const contentOverrides = {
  subject: contentFields.subject.optional().meta({ description: overrideDescription("subject") }),
  body: contentFields.body.optional().meta({ description: overrideDescription("body") }),
  button: contentFields.button.optional().meta({ description: overrideDescription("button label") }),
};

/** The texts that replace those of the template, in a record. */
export const overridesRecord = (description: string) =>
  z
    .object({ subject: z.string().nullable(), body: z.string().nullable(), button: z.string().nullable() })
    .nullable()
    .meta({ description: `${description} \`null\` for the texts of the email template, and for all of them if none was replaced.` });

const Content = z.object({ subject: z.string(), body: z.string(), button: z.string() });

export const EmailTemplateRecord = z
  .object({
    kind: Kind,
    content: Content.meta({ description: "The current content." }),
    defaultContent: Content.meta({ description: "The content that's used if the template isn't customized." }),
    isCustomized: z.boolean(),
    updatedAt: Timestamp.nullable().meta({ description: "When the template was last customized. `null` if it isn't customized." }),
  })
  .meta({ id: "EmailTemplate" });
export type EmailTemplateRecord = z.output<typeof EmailTemplateRecord>;

const exampleContent = { ...defaultEmailTemplates.code, subject: "{{firstname}}, your code for {{project}}" };
const exampleTemplate: EmailTemplateRecord = {
  kind: "code",
  content: exampleContent,
  defaultContent: defaultEmailTemplates.code,
  isCustomized: true,
  updatedAt: "2026-11-21T12:00:00.000Z",
};

export const listEmailTemplatesEndpoint = endpoint({
  method: "GET",
  path: "/email-templates",
  tag,
  summary: "List email templates",
  access: ["viewer"],
  reply: z.array(EmailTemplateRecord),
  errors: [],
  example: { reply: [exampleTemplate] },
});

export const updateEmailTemplateEndpoint = endpoint({
  method: "PUT",
  path: "/email-templates/:kind",
  tag,
  summary: "Update an email template",
  description:
    "`{{variables}}` are replaced with each lead's values, and `{{firstname|there}}` has a fallback for leads without one. The body can have bold text (`**bold**`), italic text, links (`[text](https://…)`) and lists in Markdown. The values of variables are always shown as they are. These are rejected: unknown variables, variables without a value in this kind of email, empty fallbacks, unclosed braces, links that aren't web or email addresses, `{{button}}` inside a paragraph, and a body without a required variable. Queued emails use the new content.",
  access: ["admin"],
  params,
  body: z.strictObject({
    ...contentFields,
    expected: z.strictObject(draftFields).optional().meta({
      description:
        "The content you last read. If it has changed since then, the request returns `email_template_changed` and nothing is updated.",
    }),
  }),
  reply: EmailTemplateRecord,
  errors: ["email_template_changed"],
  example: { params: { kind: "code" }, body: exampleContent, reply: exampleTemplate },
});

export const resetEmailTemplateEndpoint = endpoint({
  method: "DELETE",
  path: "/email-templates/:kind",
  tag,
  summary: "Reset an email template",
  description: "Resets the template to its default content. Queued emails use the default content.",
  access: ["admin"],
  params,
  reply: EmailTemplateRecord,
  errors: [],
  example: {
    params: { kind: "code" },
    reply: { ...exampleTemplate, content: defaultEmailTemplates.code, isCustomized: false, updatedAt: null },
  },
});

/** How many versions of each template are kept. */
export const maxTemplateVersions = 50;

export const EmailTemplateVersion = z
  .object({
    id: Id,
    content: Content,
    isCurrent: z.boolean().meta({ description: "Whether the template has this content now." }),
    savedBy: z
      .object({ kind: z.enum(actorKinds), name: z.string().nullable() })
      .nullable()
      .meta({ description: "Who saved it. `null` if it wasn't recorded." }),
    savedAt: Timestamp,
  })
  .meta({ id: "EmailTemplateVersion" });
export type EmailTemplateVersion = z.output<typeof EmailTemplateVersion>;

const exampleVersion: EmailTemplateVersion = {
  id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e31",
  content: exampleContent,
  isCurrent: true,
  savedBy: { kind: "staff", name: "Grace Hopper" },
  savedAt: "2026-11-21T12:00:00.000Z",
};

export const listEmailTemplateVersionsEndpoint = endpoint({
  method: "GET",
  path: "/email-templates/:kind/versions",
  tag,
  summary: "List the versions of an email template",
  description: `Returns what was saved, newest first. The last ${maxTemplateVersions} versions are kept, also after a reset.`,
  access: ["viewer"],
  params,
  reply: z.array(EmailTemplateVersion),
  errors: [],
  example: { params: { kind: "code" }, reply: [exampleVersion] },
});

export const restoreEmailTemplateEndpoint = endpoint({
  method: "POST",
  path: "/email-templates/:kind/versions/:id/restore",
  tag,
  summary: "Restore a version of an email template",
  description: "Saves the content of the version again. Rejected if it isn't valid anymore, like an update. Queued emails use it.",
  access: ["admin"],
  params: z.strictObject({ kind: Kind, id: Id }),
  reply: EmailTemplateRecord,
  errors: ["email_template_version_not_found"],
  example: { params: { kind: "code", id: exampleVersion.id }, reply: exampleTemplate },
});

export const previewEmailTemplateEndpoint = endpoint({
  method: "POST",
  path: "/email-templates/preview",
  tag,
  summary: "Preview an email template",
  description:
    "Renders unsaved content, without saving it, as the lead `email` would get it, or with sample values. A lead without a code sees a sample code. Links in the preview don't work.",
  access: ["viewer"],
  body: z.strictObject({
    kind: Kind,
    ...draftFields,
    buttonUrl: ButtonUrl.optional(),
    email: Email.optional().meta({ description: "The email address of the lead who would get the email." }),
    scheme: ColorScheme.optional(),
  }),
  reply: EmailPreview,
  errors: ["lead_not_found"],
  example: {
    body: { kind: "code", ...exampleContent, scheme: "light" },
    reply: { subject: "Ada, your code for Launch", html: "<!doctype html>…", text: "Hello Ada,…" },
  },
});

/** How often a staff member can send themselves a test email. */
export const testEmailLimit = { limit: 10, windowSeconds: 3600 } as const;

export const sendTestEmailEndpoint = endpoint({
  method: "POST",
  path: "/email-templates/test",
  tag,
  summary: "Send yourself a test email",
  description: `Sends unsaved content with sample values, even while email is paused. The subject starts with \`[Test]\`. Limited to ${testEmailLimit.limit} emails per hour.`,
  access: ["member"],
  body: z.strictObject({ kind: Kind, ...contentFields, buttonUrl: ButtonUrl.optional() }),
  reply: z.object({
    email: z.string().meta({ description: "Your email address." }),
    isSavedToFile: z.boolean().meta({ description: "Whether the email was saved to a file because no mail server is set." }),
  }),
  errors: ["too_many_requests"],
  example: { body: { kind: "code", ...exampleContent }, reply: { email: "grace@example.org", isSavedToFile: false } },
});
