import type { LeadEmailLinks } from "@/emails/lead-email-data";
import { decrypt, encrypt } from "@/lib/encryption";
import { pageUrl } from "@/lib/env";
import { routes, unsubscribePath, unsubscribeSubmitPath } from "@/lib/routes";
import { createCodeLinkToken } from "../abuse-protection/link-token";

/** What a link of a mail to a lead opens: their own page, the page where they confirm their address, or the one where they ask for no more mail. */
export type LinkPurpose = "lead page" | "confirm" | "unsubscribe";

/** Whose link it is. `lead` is their referral code: whoever is deleted and comes again is somebody else. Only an unsubscription names the address, which it outlives the lead by. */
export type LinkOwner = { projectId: number; lead: string; email?: string };

/** The token of a link that only mail to the lead holds. It can be read and made by nobody else, and does not run out. */
export const createLinkToken = (owner: LinkOwner, purpose: LinkPurpose): string => encrypt(JSON.stringify(owner), `mail link: ${purpose}`);

/** Whose link a token is of; null where it was damaged, or made for another purpose. */
export function readLinkToken(token: string, purpose: LinkPurpose): LinkOwner | null {
  try {
    return JSON.parse(decrypt(token, `mail link: ${purpose}`)) as LinkOwner;
  } catch {
    return null;
  }
}

const pageUrls = () => ({ claimUrl: pageUrl(routes.claim), joinUrl: pageUrl(routes.join) });

type LinkRecipient = LinkOwner & { email: string; code: string | null };

/** The links of a mail to a lead, which may bring a code, and the door that mail programs unsubscribe at with one click. */
export function createEmailLinks({ projectId, lead, email, code }: LinkRecipient): LeadEmailLinks & { oneClickUrl: string } {
  const own = (page: string, purpose: LinkPurpose): string =>
    `${pageUrl(page)}?${new URLSearchParams({ token: createLinkToken({ projectId, lead }, purpose) })}`;
  const unsubscribing = createLinkToken({ projectId, lead, email }, "unsubscribe");
  return {
    ...pageUrls(),
    claimToken: code === null ? null : createCodeLinkToken(projectId, code),
    positionUrl: own(routes.position, "lead page"),
    confirmUrl: own(routes.confirm, "confirm"),
    unsubscribeUrl: pageUrl(unsubscribePath(unsubscribing)),
    oneClickUrl: pageUrl(unsubscribeSubmitPath(unsubscribing)),
  };
}

/** The links of a mail that is only looked at: they lead to nobody's pages. */
export const createPreviewLinks = (): LeadEmailLinks => ({
  ...pageUrls(),
  claimToken: null,
  positionUrl: pageUrl(routes.position),
  confirmUrl: pageUrl(routes.confirm),
  unsubscribeUrl: pageUrl(routes.unsubscribe),
});
