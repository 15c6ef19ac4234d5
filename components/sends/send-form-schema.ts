import { z } from "zod";
import { endsAfterStart } from "@/contract/fields";
import { inviteLeadsEndpoint } from "@/contract/leads";
import { maxRecipients } from "@/contract/limits";
import { PersonalCodeOptions, type previewSendEndpoint } from "@/contract/send-preview";
import type { sendCodeEndpoint } from "@/contract/sends";
import { labels } from "./labels";
import { invalidEmailsMessage, parseEmails } from "./parse-emails";
import { recipientGroupNames, recipientGroups } from "./recipient-groups";

/** A filter of leads in a request. */
export type LeadFilter = NonNullable<z.input<typeof sendCodeEndpoint.body>["filter"]>;

/** Recipients that the page has already chosen: a list of leads, or all `count` leads that match a filter. */
export type PresetRecipients = { emails: readonly string[] } | { filter: LeadFilter; count: string };

const contentKinds = ["code", "personal"] as const;
/** What is sent: an existing code, or a new personal code for each lead. */
export type ContentKind = (typeof contentKinds)[number];

const { type, allowedClaims, validFrom, validUntil, name } = inviteLeadsEndpoint.body.shape;

/** The values of the send form. Fields that don't matter for the chosen content and recipients aren't validated. */
export const SendFormSchema = z
  .object({
    content: z.enum(contentKinds),
    code: z.string(),
    recipients: z.enum(["emails", "group"]),
    emails: z.string(),
    group: z.enum(recipientGroupNames),
    type: type.unwrap(),
    allowedClaims: allowedClaims.unwrap(),
    validFrom,
    validUntil,
    name: name.unwrap(),
  })
  .refine(endsAfterStart[0], { path: ["validUntil"], message: labels.errors.endsBeforeStart })
  .superRefine(({ content, code, recipients, emails: text }, ctx) => {
    const addIssue = (path: string, message: string) => ctx.addIssue({ code: "custom", path: [path], message });
    if (content === "code" && code === "") addIssue("code", labels.errors.code);
    if (recipients === "group") return;
    const { emails, invalid } = parseEmails(text);
    const invalidMessage = invalidEmailsMessage(invalid);
    if (invalidMessage !== null) addIssue("emails", invalidMessage);
    else if (emails.length === 0) addIssue("emails", labels.errors.noEmails);
    else if (emails.length > maxRecipients) addIssue("emails", labels.errors.tooManyEmails(maxRecipients));
  });
export type SendFormValues = z.output<typeof SendFormSchema>;

type InitialValuesOptions = {
  recipients?: PresetRecipients | undefined;
  code?: string | undefined;
  content?: ContentKind | undefined;
};

/** The values of a new form. With preset recipients, the form doesn't ask for them. */
export const initialValues = ({ recipients, code, content }: InitialValuesOptions): SendFormValues => ({
  content: content ?? "code",
  code: code ?? "",
  recipients: recipients === undefined ? "emails" : "group",
  emails: "",
  group: "waiting",
  type: "creative",
  allowedClaims: 1,
  validFrom: undefined,
  validUntil: undefined,
  name: "",
});

/** Recipients in a request. */
export type Recipients = { emails: string[] } | { filter: LeadFilter };

type PersonalCodeInput = z.input<typeof PersonalCodeOptions>;

/** What an email contains: an existing code, or a new personal code. */
export type SendContent = { code: string } | { personal: PersonalCodeInput };

/** What the form asks to send. */
export type SendRequest = { recipients: Recipients } & ({ code: string } | { personal: PersonalCodeInput; name: string });

function resolveRecipients(values: SendFormValues, preset: PresetRecipients | undefined): Recipients {
  if (preset !== undefined) return "filter" in preset ? { filter: preset.filter } : { emails: [...preset.emails] };
  return values.recipients === "group" ? { filter: recipientGroups[values.group] } : { emails: parseEmails(values.emails).emails };
}

/** Turns valid values into what is sent. */
export function toSendRequest(values: SendFormValues, preset: PresetRecipients | undefined): SendRequest {
  const recipients = resolveRecipients(values, preset);
  if (values.content === "code") return { recipients, code: values.code };
  const { type, allowedClaims, validFrom, validUntil, name } = values;
  return { recipients, personal: { type, allowedClaims, validFrom, validUntil }, name };
}

/** Returns what the email would contain, which doesn't depend on the recipients. Null while it isn't chosen or isn't valid. */
export function toSendContent({ content, code, type, allowedClaims, validFrom, validUntil }: SendFormValues): SendContent | null {
  if (content === "code") return code === "" ? null : { code };
  const { data } = PersonalCodeOptions.safeParse({ type, allowedClaims, validFrom, validUntil });
  return data === undefined ? null : { personal: data };
}

/** Turns a request into the body of its preview. */
export const toPreviewBody = ({ recipients, ...content }: SendRequest): z.input<typeof previewSendEndpoint.body> =>
  "code" in content ? { ...recipients, code: content.code } : { ...recipients, personal: content.personal };
