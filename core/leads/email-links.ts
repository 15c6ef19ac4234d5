import * as z from "zod";
import type { LeadEmailContent, LeadEmailLinks } from "@/emails/lead-email-data";
import { decrypt, encrypt } from "@/lib/encryption";
import { pageUrl } from "@/lib/env";
import { routes, unsubscribePath, unsubscribeSubmitPath, withQuery } from "@/lib/routes";
import { createCodeLinkToken } from "../abuse-protection/link-token";

/** What a link in an email to a lead is for: their waitlist position, confirming their email, unsubscribing, or confirming a new email. */
export type LinkPurpose = "position" | "confirm" | "unsubscribe" | "change_email";

/**
 * The lead that a link belongs to, and the email that it was sent to. Identified by referral code, so that the links of a deleted lead don't
 * work for a new lead with the same email. The email ends the link once the lead has another one. Links without it were sent before links
 * had it. Unsubscribe links are only about the email, and must work after the lead is deleted. Links to a new email contain that and the ID of
 * the change.
 */
const LinkOwner = z.object({
  projectId: z.number(),
  referralCode: z.string(),
  email: z.string().optional(),
  changeId: z.string().optional(),
});
type LinkOwner = z.output<typeof LinkOwner>;

const encryptionPurpose = (purpose: LinkPurpose): string => `email link: ${purpose}`;

/** Creates a link token. It is encrypted and doesn't expire. */
export const createLinkToken = (owner: LinkOwner, purpose: LinkPurpose): string =>
  encrypt(JSON.stringify(owner), encryptionPurpose(purpose));

/** Reads a link token. Returns `null` if it is invalid or was created for another purpose. */
export function readLinkToken(token: string, purpose: LinkPurpose): LinkOwner | null {
  try {
    return LinkOwner.parse(JSON.parse(decrypt(token, encryptionPurpose(purpose))));
  } catch {
    return null;
  }
}

/** The names of the saved emails about the change of a lead's email: the link to the new one, and the notice to the old one. */
export const emailChangeFiles = (changeId: string): [confirmation: string, notice: string] => [
  `email-change-${changeId}`,
  `email-changed-${changeId}`,
];

const pageUrls = () => ({ claimUrl: pageUrl(routes.claim), joinUrl: pageUrl(routes.join) });

/** The link to claim a personal code, for the lead whose code it is. */
export function createClaimUrl(projectId: number, code: string, email: string): string {
  const token = createCodeLinkToken(projectId, { code, email });
  return withQuery(pageUrl(routes.claim), { code, email, token });
}

type EmailContent = Pick<LeadEmailContent, "kind" | "email" | "code">;

/** The links of an email to a lead. `oneClickUrl` is where email clients unsubscribe without opening the page. */
export function createEmailLinks(
  { projectId, referralCode }: LinkOwner,
  { kind, email, code }: EmailContent,
): LeadEmailLinks & { oneClickUrl: string } {
  // Only emails of these kinds can contain these links, and encrypting them takes a good part of the time of sending.
  const linkTo = (page: string, purpose: LinkPurpose, isIncluded: boolean): string | null =>
    isIncluded ? `${pageUrl(page)}?token=${createLinkToken({ projectId, referralCode, email }, purpose)}` : null;
  const unsubscribeToken = createLinkToken({ projectId, referralCode, email }, "unsubscribe");
  return {
    ...pageUrls(),
    linkToken: code === null ? null : createCodeLinkToken(projectId, { code, email }, kind === "confirm_claim" ? "confirmation" : "link"),
    positionUrl: linkTo(routes.position, "position", kind === "joined" || kind === "claimed" || kind === "announcement"),
    confirmUrl: linkTo(routes.confirm, "confirm", kind === "confirm"),
    unsubscribeUrl: pageUrl(unsubscribePath(unsubscribeToken)),
    oneClickUrl: pageUrl(unsubscribeSubmitPath(unsubscribeToken)),
  };
}

/** The links of an email preview, without tokens. */
export const createPreviewLinks = (): LeadEmailLinks => ({
  ...pageUrls(),
  linkToken: null,
  positionUrl: pageUrl(routes.position),
  confirmUrl: pageUrl(routes.confirm),
  unsubscribeUrl: pageUrl(routes.unsubscribe),
});
