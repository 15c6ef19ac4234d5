import * as z from "zod";
import { type SkippableGroup, skippableGroups } from "@/contract/enums";
import { endsAfterStart } from "@/contract/fields";
import { inviteLeadsEndpoint } from "@/contract/leads";
import { maxRecipients } from "@/contract/limits";
import { normalizeEmail } from "@/contract/normalize";
import { PersonalCodeOptions, type previewSendEndpoint } from "@/contract/send-preview";
import type { sendCodeEndpoint } from "@/contract/sends";
import { labels } from "./labels";

/** The groups that are left out until the sender includes them. A code for everyone can go to people who have another one. */
const defaultSkip: Readonly<Record<ContentKind, readonly SkippableGroup[]>> = { code: ["unconfirmed"], personal: skippableGroups };

/** Groups of leads that are often emailed. Their labels are in `labels.ts`. */
const recipientGroups = {
  waiting: { waitlist: true },
  uninvited: { waitlist: true, invited: false },
  unclaimed: { claimed: false },
  claimed: { claimed: true },
  all: { all: true },
} as const satisfies Record<string, LeadFilter>;

type RecipientGroup = keyof typeof recipientGroups;

export const recipientGroupNames = Object.keys(recipientGroups) as [RecipientGroup, ...RecipientGroup[]];

/** A filter of leads in a request. */
type LeadFilter = NonNullable<z.input<typeof sendCodeEndpoint.body>["filter"]>;

/** Recipients that the page has already chosen: a list of leads, or all `count` leads that match a filter. */
export type PresetRecipients = { emails: readonly string[] } | { filter: LeadFilter; count: string };

const contentKinds = ["code", "personal"] as const;
/** What is sent: an existing code, or a new personal code for each lead. */
type ContentKind = (typeof contentKinds)[number];

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
    /** The groups of leads that are left out. Undefined until the sender chose. */
    skip: z.array(z.enum(skippableGroups)).optional(),
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

type InitialValuesOptions = { recipients?: PresetRecipients | undefined; code?: string | undefined };

/** The values of a new form. With preset recipients, the form doesn't ask for them. */
export const initialValues = ({ recipients, code }: InitialValuesOptions): SendFormValues => ({
  content: "code",
  code: code ?? "",
  recipients: recipients === undefined ? "emails" : "group",
  emails: "",
  group: "waiting",
  type: "creative",
  allowedClaims: 1,
  validFrom: undefined,
  validUntil: undefined,
  name: "",
  skip: undefined,
});

/** The groups of leads that the form leaves out. */
export const getSkippedGroups = ({ content, skip }: Pick<SendFormValues, "content" | "skip">): readonly SkippableGroup[] =>
  skip ?? defaultSkip[content];

/** Recipients in a request. */
type Recipients = ({ emails: string[] } | { filter: LeadFilter }) & { skip: SkippableGroup[] };

type PersonalCodeInput = z.input<typeof PersonalCodeOptions>;

/** What an email contains: an existing code, or a new personal code. */
export type SendContent = { code: string } | { personal: PersonalCodeInput };

/** What the form asks to send. */
export type SendRequest = { recipients: Recipients } & ({ code: string } | { personal: PersonalCodeInput; name: string });

function resolveRecipients(values: SendFormValues, preset: PresetRecipients | undefined): Recipients {
  const skip = [...getSkippedGroups(values)];
  if (preset !== undefined) return "filter" in preset ? { filter: preset.filter, skip } : { emails: [...preset.emails], skip };
  return values.recipients === "group"
    ? { filter: recipientGroups[values.group], skip }
    : { emails: parseEmails(values.emails).emails, skip };
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

/** The normalized emails of a text, and the parts that aren't valid emails. */
type ParsedEmails = { emails: string[]; invalid: string[] };

// Email clients copy "Ada Lovelace <ada@example.org>": text outside the brackets is a name, unless it contains an @.
function splitNamesAndEmails(chunk: string): string[] {
  const bracketed = [...chunk.matchAll(/<([^<>]*)>/g)].map(([, inside = ""]) => inside.trim());
  const words = chunk
    .replace(/<[^<>]*>/g, " ")
    .split(/\s+/)
    .filter(Boolean);
  return bracketed.length === 0 ? words : [...words.filter((word) => word.includes("@")), ...bracketed];
}

let lastParsed = { text: "", result: { emails: [], invalid: [] } as ParsedEmails };

/** Parses emails that are separated by commas, semicolons, spaces or lines, with or without names. */
export function parseEmails(text: string): ParsedEmails {
  // Cached, since the schema, the hint and the request parse the same text, which can be long.
  if (lastParsed.text !== text) lastParsed = { text, result: parse(text) };
  return lastParsed.result;
}

function parse(text: string): ParsedEmails {
  // A quoted name can contain a comma.
  const chunks = text.replace(/"[^"\n]*"/g, " ").split(/[,;\n]+/);
  const emails: string[] = [];
  const invalid: string[] = [];
  for (const part of chunks.flatMap(splitNamesAndEmails)) {
    const email = normalizeEmail(part.replace(/^mailto:/i, ""));
    if (email === null) invalid.push(part);
    else emails.push(email);
  }
  return { emails, invalid };
}

const maxNamedEmails = 5;

/** Names the first invalid emails. Returns null if there are none. */
export function invalidEmailsMessage(invalid: readonly string[]): string | null {
  if (invalid.length === 0) return null;
  const named = invalid.slice(0, maxNamedEmails).map((part) => (part.length > 60 ? `${part.slice(0, 60)}…` : part));
  return labels.errors.invalidEmails(named, invalid.length - named.length);
}

/** Adds an email to a text on a line of its own. */
export const appendEmail = (text: string, email: string): string => (text.trim() === "" ? email : `${text.trimEnd()}\n${email}`);
