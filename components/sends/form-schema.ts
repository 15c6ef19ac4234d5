import * as z from "zod";
import { codeSources } from "@/components/batches";
import { templateSchema } from "@/components/email-templates";
import { type EmailTemplateContent, type EmailTemplateKind, emailTemplateKinds } from "@/contract/default-email-templates";
import { invalidEmailsMessage, parseEmails } from "@/contract/email-list";
import { type SkippableGroup, skippableGroups } from "@/contract/enums";
import { endsAfterStart } from "@/contract/fields";
import { inviteLeadsEndpoint } from "@/contract/leads";
import { maxRecipients } from "@/contract/limits";
import type { Question } from "@/contract/questions";
import { PersonalCodeOptions, type previewSendEndpoint } from "@/contract/send-preview";
import { sendAnnouncementEndpoint, type sendCodeEndpoint, skippedByDefault } from "@/contract/sends";
import { labels } from "./dialog-labels";

/** The groups that are left out until the sender includes them. An announcement has no code, so that people who have one can get it. */
const defaultSkip: Readonly<Record<ContentKind, readonly SkippableGroup[]>> = {
  code: skippableGroups,
  personal: skippableGroups,
  announcement: ["unconfirmed"],
};

/** Groups of leads that are often emailed. Their labels are in `dialog-labels.ts`. */
const audiences = {
  waiting: { waitlist: true },
  uninvited: { waitlist: true, invited: false },
  unclaimed: { claimed: false },
  claimed: { claimed: true },
  all: { all: true },
} as const satisfies Record<string, LeadFilter>;

type Audience = keyof typeof audiences;

export const audienceNames = Object.keys(audiences) as [Audience, ...Audience[]];

/** A filter of leads in a request. */
type LeadFilter = NonNullable<z.input<typeof sendCodeEndpoint.body>["filter"]>;

/** Recipients that the page has already chosen: a list of leads, or all `count` leads that match a filter. */
export type PresetRecipients = { emails: readonly string[] } | { filter: LeadFilter; count: string };

const contentKinds = ["code", "personal", "announcement"] as const;
/** What is sent: an existing code, a new personal code for each lead, or an email without a code. */
export type ContentKind = (typeof contentKinds)[number];

const { buttonUrl: optionalButtonUrl, scheduledAt } = sendAnnouncementEndpoint.body.shape;
const buttonUrl = optionalButtonUrl.unwrap();
const { type, allowedClaims, validFrom, validUntil, name } = inviteLeadsEndpoint.body.shape;

/** The values of the send form. Fields that don't matter for the chosen content and recipients aren't validated. */
export const sendFormSchema = (questions: readonly Question[]) =>
  z
    .object({
      content: z.enum(contentKinds),
      code: z.string(),
      /** Where personal codes come from, and the ID of the batch. */
      source: z.enum(codeSources),
      batch: z.string(),
      recipients: z.enum(["emails", "group"]),
      emails: z.string(),
      group: z.enum(audienceNames),
      type: type.unwrap(),
      allowedClaims: allowedClaims.unwrap(),
      validFrom,
      validUntil,
      name: name.unwrap(),
      /** The groups of leads that are left out. Undefined until the sender chose. */
      skip: z.array(z.enum(skippableGroups)).optional(),
      /** Whether this send has texts of its own. Announcements always have. */
      isCustom: z.boolean(),
      /** The template that the texts started from. Null if they are empty. */
      textsOf: z.enum(emailTemplateKinds).nullable(),
      subject: z.string(),
      body: z.string(),
      button: z.string(),
      buttonUrl: z.string(),
      time: z.enum(["now", "later"]),
      scheduledAt,
    })
    .refine((values) => isFromBatch(values) || endsAfterStart[0](values), { path: ["validUntil"], message: labels.errors.endsBeforeStart })
    .superRefine((values, ctx) => {
      for (const issue of findTextIssues(values, questions)) ctx.addIssue({ ...issue, code: "custom" });
    })
    .superRefine(({ content, code, source, batch, recipients, emails: text }, ctx) => {
      const addIssue = (path: string, message: string) => ctx.addIssue({ code: "custom", path: [path], message });
      if (content === "code" && code === "") addIssue("code", labels.errors.code);
      if (isFromBatch({ content, source }) && batch === "") addIssue("batch", labels.errors.batch);
      if (recipients === "group") return;
      const { emails, invalid } = parseEmails(text);
      const invalidMessage = invalidEmailsMessage(invalid);
      if (invalidMessage !== null) addIssue("emails", invalidMessage);
      else if (emails.length === 0) addIssue("emails", labels.errors.noEmails);
      else if (emails.length > maxRecipients) addIssue("emails", labels.errors.tooManyEmails(maxRecipients));
    });
/** Whether each lead gets a code of an existing batch. */
const isFromBatch = ({ content, source }: { content: ContentKind; source: "new" | "batch" }): boolean =>
  content === "personal" && source === "batch";
export type SendFormValues = z.output<ReturnType<typeof sendFormSchema>>;

/** The kind of email that the form sends. */
export const emailKind = (content: ContentKind): EmailTemplateKind => emailKinds[content];
const emailKinds = { code: "code", personal: "invitation", announcement: "announcement" } as const satisfies Record<
  ContentKind,
  EmailTemplateKind
>;

type TextValues = Pick<SendFormValues, "content" | "isCustom" | "subject" | "body" | "button" | "buttonUrl" | "time" | "scheduledAt">;

/** Returns the errors in the texts of the send, and in when it is sent. */
function findTextIssues(
  { content, isCustom, time, scheduledAt: at, buttonUrl: url, ...texts }: TextValues,
  questions: readonly Question[],
): { path: PropertyKey[]; message: string }[] {
  const isAnnouncement = content === "announcement";
  const issues =
    isCustom || isAnnouncement ? (templateSchema(emailKind(content), questions).safeParse(pickTexts(texts)).error?.issues ?? []) : [];
  const urlIssues = isAnnouncement && url !== "" ? (buttonUrl.safeParse(url).error?.issues ?? []) : [];
  return [
    ...issues.map(({ path, message }) => ({ path, message })),
    ...urlIssues.map(({ message }) => ({ path: ["buttonUrl"], message })),
    ...(isAnnouncement && time === "later" && at === undefined ? [{ path: ["scheduledAt"], message: labels.texts.dateRequired }] : []),
  ];
}

const pickTexts = ({ subject, body, button }: EmailTemplateContent): EmailTemplateContent => ({ subject, body, button });

type InitialValuesOptions = {
  recipients?: PresetRecipients | undefined;
  code?: string | undefined;
  batch?: string | undefined;
  content?: ContentKind | undefined;
};

/** The values of a new form. With preset recipients, the form doesn't ask for them. */
export const initialValues = ({ recipients, code, batch, content = "code" }: InitialValuesOptions): SendFormValues => ({
  content: batch === undefined ? content : "personal",
  code: code ?? "",
  source: batch === undefined ? "new" : "batch",
  batch: batch ?? "",
  recipients: recipients === undefined ? "emails" : "group",
  emails: "",
  group: "waiting",
  type: "creative",
  allowedClaims: 1,
  validFrom: undefined,
  validUntil: undefined,
  name: "",
  skip: undefined,
  isCustom: false,
  textsOf: null,
  subject: "",
  body: "",
  button: "",
  buttonUrl: "",
  time: "now",
  scheduledAt: undefined,
});

/** The filter that chooses the recipients, if any. */
function getFilter({ recipients, group }: Pick<SendFormValues, "recipients" | "group">, preset: PresetRecipients | undefined) {
  if (preset !== undefined) return "filter" in preset ? preset.filter : undefined;
  return recipients === "group" ? audiences[group] : undefined;
}

/** The groups of leads that the form leaves out. */
export const getSkippedGroups = (
  { content, skip, ...values }: Pick<SendFormValues, "content" | "skip" | "recipients" | "group">,
  preset: PresetRecipients | undefined,
): readonly SkippableGroup[] =>
  skip ?? (content === "announcement" ? defaultSkip.announcement : skippedByDefault(defaultSkip[content], getFilter(values, preset)));

/** Recipients in a request. */
type Recipients = ({ emails: string[] } | { filter: LeadFilter }) & { skip: SkippableGroup[] };

type PersonalCodeInput = z.input<typeof PersonalCodeOptions>;

type Announcement = Omit<EmailTemplateContent, "button"> & { button?: string; buttonUrl?: string };

/** What an email contains: an existing code, a new personal code, or neither, and texts that replace those of the template. */
export type SendContent =
  | { code: string; texts?: EmailTemplateContent }
  | { personal: PersonalCodeInput; texts?: EmailTemplateContent }
  | { batch: string; texts?: EmailTemplateContent }
  | { announcement: Announcement };

/** What the form asks to send. */
export type SendRequest = { recipients: Recipients } & (
  | { code: string; texts?: EmailTemplateContent }
  | { personal: PersonalCodeInput; name: string; texts?: EmailTemplateContent }
  | { batch: string; texts?: EmailTemplateContent }
  | { announcement: Announcement & { scheduledAt?: string } }
);

function toAnnouncement({ buttonUrl: url, ...texts }: SendFormValues): Announcement {
  const { button, ...others } = pickTexts(texts);
  // Without a link, there is no button.
  return url.trim() === "" ? others : { ...others, button, buttonUrl: url.trim() };
}

function resolveRecipients(values: SendFormValues, preset: PresetRecipients | undefined): Recipients {
  const skip = [...getSkippedGroups(values, preset)];
  const filter = getFilter(values, preset);
  if (filter !== undefined) return { filter, skip };
  return { emails: preset !== undefined && "emails" in preset ? [...preset.emails] : parseEmails(values.emails).emails, skip };
}

/** Turns valid values into what is sent. */
export function toSendRequest(values: SendFormValues, preset: PresetRecipients | undefined): SendRequest {
  const recipients = resolveRecipients(values, preset);
  if (values.content === "announcement") {
    const { time, scheduledAt: at } = values;
    return { recipients, announcement: { ...toAnnouncement(values), ...(time === "later" && at && { scheduledAt: at }) } };
  }
  const texts = values.isCustom ? { texts: pickTexts(values) } : {};
  if (values.content === "code") return { recipients, code: values.code, ...texts };
  if (values.source === "batch") return { recipients, batch: values.batch, ...texts };
  const { type, allowedClaims, validFrom, validUntil, name } = values;
  return { recipients, personal: { type, allowedClaims, validFrom, validUntil }, name, ...texts };
}

/** Returns what the email would contain, which doesn't depend on the recipients. Null while it isn't chosen or isn't valid. */
export function toSendContent(values: SendFormValues): SendContent | null {
  const { content, code, source, batch, type, allowedClaims, validFrom, validUntil } = values;
  if (content === "announcement") return values.textsOf === "announcement" ? { announcement: toAnnouncement(values) } : null;
  const texts = values.isCustom && values.textsOf !== null ? { texts: pickTexts(values) } : {};
  if (content === "code") return code === "" ? null : { code, ...texts };
  if (source === "batch") return batch === "" ? null : { batch, ...texts };
  const { data } = PersonalCodeOptions.safeParse({ type, allowedClaims, validFrom, validUntil });
  return data === undefined ? null : { personal: data, ...texts };
}

/** Turns a request into the body of its preview. */
export function toPreviewBody({ recipients, ...content }: SendRequest): z.input<typeof previewSendEndpoint.body> {
  if ("announcement" in content) return { ...recipients, announcement: true };
  if ("batch" in content) return { ...recipients, batch: content.batch };
  return "code" in content ? { ...recipients, code: content.code } : { ...recipients, personal: content.personal };
}

/** Adds an email to a text on a line of its own. */
export const appendEmail = (text: string, email: string): string => (text.trim() === "" ? email : `${text.trimEnd()}\n${email}`);
