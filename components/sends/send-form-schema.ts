import { z } from "zod";
import { endsAfterStart } from "@/contract/fields";
import { inviteLeadsEndpoint } from "@/contract/leads";
import { maxRecipients } from "@/contract/limits";
import { PersonalCodeOptions, type previewSendEndpoint } from "@/contract/send-preview";
import type { sendCodeEndpoint } from "@/contract/sends";
import { invalidEmailsMessage, parseEmails } from "./parse-emails";
import { type RecipientGroup, recipientGroupNames, recipientGroups } from "./recipient-groups";

/** What leads are narrowed by, as acts on everything that matches take it. */
export type LeadFilter = NonNullable<z.input<typeof sendCodeEndpoint.body>["filter"]>;

/** Leads that a page has chosen: by name, or all that match, of which it knows how many there are. */
export type PresetRecipients = { emails: readonly string[] } | { filter: LeadFilter; count: string };

const contentKinds = ["code", "personal"] as const;
/** What is sent: a code there is, or a new personal code for each. */
export type ContentKind = (typeof contentKinds)[number];

const { type, allowedClaims, validFrom, validUntil, name } = inviteLeadsEndpoint.body.shape;

/** What is filled in before something is sent. What does not matter for the choice that was made is not looked at. */
export const SendFormSchema = z
  .object({
    what: z.enum(contentKinds),
    code: z.string(),
    whom: z.enum(["named", "group"]),
    addresses: z.string(),
    group: z.enum(recipientGroupNames),
    type: type.unwrap(),
    allowedClaims: allowedClaims.unwrap(),
    validFrom,
    validUntil,
    name: name.unwrap(),
  })
  .refine(endsAfterStart[0], { path: ["validUntil"], message: "must be after the start" })
  .superRefine(({ what, code, whom, addresses }, ctx) => {
    const wrong = (path: string, message: string) => ctx.addIssue({ code: "custom", path: [path], message });
    if (what === "code" && code === "") wrong("code", "choose a code");
    if (whom === "group") return;
    const { emails, invalid: bad } = parseEmails(addresses);
    const words = invalidEmailsMessage(bad);
    if (words !== null) wrong("addresses", words);
    else if (emails.length === 0) wrong("addresses", "name at least one address");
    else if (emails.length > maxRecipients) wrong("addresses", `must be at most ${maxRecipients.toLocaleString("en")} addresses`);
  });
export type SendFormSchema = z.output<typeof SendFormSchema>;

/** A draft with nothing filled in yet. Where the page has chosen the leads, nobody is asked for them. */
export const initialValues = ({ to, code, begins }: { to?: PresetRecipients | undefined; code?: string | undefined; begins?: ContentKind | undefined }): SendFormSchema => ({
  what: begins ?? "code",
  code: code ?? "",
  whom: to === undefined ? "named" : "group",
  addresses: "",
  group: "waiting",
  type: "creative",
  allowedClaims: 1,
  validFrom: undefined,
  validUntil: undefined,
  name: "",
});

/** To whom, as endpoints take it. */
export type Recipients = { emails: string[] } | { filter: LeadFilter };

/** What of personal codes is asked for. */
export type PersonalCodeOptions = z.input<typeof PersonalCodeOptions>;

/** What a mail brings: a code there is, or one that is made for it. */
export type SendContent = { code: string } | { personal: PersonalCodeOptions };

/** What a draft asks to be sent to whom. */
export type SendRequest = { whom: Recipients } & ({ code: string } | { personal: PersonalCodeOptions; name: string });

function recipientsFor(draft: SendFormSchema, to: PresetRecipients | undefined): Recipients {
  if (to !== undefined) return "filter" in to ? { filter: to.filter } : { emails: [...to.emails] };
  return draft.whom === "group" ? { filter: recipientGroups[draft.group as RecipientGroup].filter } : { emails: parseEmails(draft.addresses).emails };
}

/** What a draft that is right asks for. */
export function toSendRequest(draft: SendFormSchema, to: PresetRecipients | undefined): SendRequest {
  const whom = recipientsFor(draft, to);
  if (draft.what === "code") return { whom, code: draft.code };
  const { type, allowedClaims, validFrom, validUntil, name } = draft;
  return { whom, personal: { type, allowedClaims, validFrom, validUntil }, name };
}

/** What the mail of a draft would bring, which is known before it is known to whom; null while it is not. */
export function toSendContent({ what, code, type, allowedClaims, validFrom, validUntil }: SendFormSchema): SendContent | null {
  if (what === "code") return code === "" ? null : { code };
  const { data } = PersonalCodeOptions.safeParse({ type, allowedClaims, validFrom, validUntil });
  return data === undefined ? null : { personal: data };
}

/** What is asked before anything leaves. */
export const toPreviewBody = ({ whom, ...what }: SendRequest): z.input<typeof previewSendEndpoint.body> =>
  "code" in what ? { ...whom, code: what.code } : { ...whom, personal: what.personal };
