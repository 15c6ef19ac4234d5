import * as z from "zod";
import { oncePerBatchModes } from "./enums";
import { oneOf } from "./fields";
import { maxAllowedDomains } from "./limits";
import { listDomains, normalizeDomain } from "./normalize";

/** The error for more domains than a batch can have. */
export const tooManyDomains = `must have at most ${maxAllowedDomains} domains`;

/** Domains of emails, in lowercase ASCII, each once and in alphabetical order. Null for an empty list. */
export const AllowedDomains = z
  .array(z.string())
  .max(maxAllowedDomains, tooManyDomains)
  .transform((texts, ctx) => {
    const domains = texts.flatMap((text) => normalizeDomain(text) ?? []);
    // About the list, because forms have one field for all of them.
    if (domains.length < texts.length) ctx.addIssue({ code: "custom", message: "must only have domains, such as example.org" });
    return domains.length === 0 ? null : [...new Set(domains)].sort();
  })
  .meta({ override: { type: "array", items: { type: "string" }, maxItems: maxAllowedDomains } });

export const allowedDomainsText = `Only emails of these domains and their subdomains can claim the codes. At most ${maxAllowedDomains}. Case doesn't matter, and international domains are converted to ASCII.`;

export const allowedDomainsField = {
  allowedDomains: AllowedDomains.nullable()
    .optional()
    .meta({ description: `${allowedDomainsText} \`null\` or an empty list allows all.`, example: ["example.org"] }),
};

const oncePerBatchText =
  "`email`: each email can claim one code of the batch. `mailbox`: so can each mailbox, where the dots and plus-addresses of Gmail are the same one.";

/** Who can claim the codes of a new batch. */
export const newRestrictionFields = {
  ...allowedDomainsField,
  oncePerBatch: oneOf(oncePerBatchModes)
    .optional()
    .meta({
      description: `Lets each person claim one code of the batch. ${oncePerBatchText} It can't be changed later. By default, a person can claim several codes.`,
    }),
};

export const restrictionRecordFields = {
  allowedDomains: z
    .array(z.string())
    .nullable()
    .meta({
      description: "The domains whose emails can claim, with their subdomains, in alphabetical order. `null` if all can.",
      example: ["example.org"],
    }),
  oncePerBatch: z
    .enum(oncePerBatchModes)
    .nullable()
    .meta({
      description: `Whether each person can claim one code of the batch. ${oncePerBatchText} \`null\` if they can claim several.`,
    }),
};

/** Whether a normalized email is of one of the domains, or of a subdomain of one. */
export const isDomainAllowed = (allowedDomains: readonly string[] | null, email: string): boolean =>
  allowedDomains === null || listDomains(email).some((domain) => allowedDomains.includes(domain));

const gmail = /^([^+@]+)(?:\+[^@]*)?@(?:gmail|googlemail)\.com$/;

/** The mailbox of a normalized email: for Gmail, without dots and what follows a plus. */
export function mailboxOf(email: string): string {
  const name = gmail.exec(email)?.[1]?.replaceAll(".", "");
  return name ? `${name}@gmail.com` : email;
}
