import type { Links } from "@/emails/letter";
import { pageAddress } from "@/lib/env";
import { routes, unsubscribeNow, unsubscribePage } from "@/lib/routes";
import { seal, unseal } from "@/lib/seal";
import { passFor } from "../abuse-protection/pass";

/** What a link of a mail to a lead opens: their own page, the page where they confirm their address, or the one where they ask for no more mail. */
export type LinkPurpose = "lead page" | "confirm" | "unsubscribe";

/** Whose link it is. `lead` is their referral code: whoever is deleted and comes again is somebody else. Only an unsubscription names the address, which it outlives the lead by. */
export type LinkOwner = { projectId: number; lead: string; email?: string };

/** The token of a link that only mail to the lead holds. It can be read and made by nobody else, and does not run out. */
export const linkToken = (owner: LinkOwner, purpose: LinkPurpose): string => seal(JSON.stringify(owner), `mail link: ${purpose}`);

/** Whose link a token is of; null where it was damaged, or made for another purpose. */
export function linkOwner(token: string, purpose: LinkPurpose): LinkOwner | null {
  try {
    return JSON.parse(unseal(token, `mail link: ${purpose}`)) as LinkOwner;
  } catch {
    return null;
  }
}

const pages = () => ({ claimUrl: pageAddress(routes.claim), joinUrl: pageAddress(routes.join) });

type Recipient = LinkOwner & { email: string; code: string | null };

/** The links of a mail to a lead, which may bring a code, and the door that mail programs unsubscribe at with one click. */
export function linksTo({ projectId, lead, email, code }: Recipient): Links & { oneClickUrl: string } {
  const own = (page: string, purpose: LinkPurpose): string =>
    `${pageAddress(page)}?${new URLSearchParams({ t: linkToken({ projectId, lead }, purpose) })}`;
  const unsubscribing = linkToken({ projectId, lead, email }, "unsubscribe");
  return {
    ...pages(),
    claimPass: code === null ? null : passFor(projectId, code),
    placeUrl: own(routes.place, "lead page"),
    confirmUrl: own(routes.confirm, "confirm"),
    unsubscribeUrl: pageAddress(unsubscribePage(unsubscribing)),
    oneClickUrl: pageAddress(unsubscribeNow(unsubscribing)),
  };
}

/** The links of a mail that is only looked at: they lead to nobody's pages. */
export const nobodysLinks = (): Links => ({
  ...pages(),
  claimPass: null,
  placeUrl: pageAddress(routes.place),
  confirmUrl: pageAddress(routes.confirm),
  unsubscribeUrl: pageAddress(routes.unsubscribe),
});
