import type { Links } from "@/emails/letter";
import { pageAddress } from "@/lib/env";
import { routes } from "@/lib/routes";
import { seal, unseal } from "@/lib/seal";

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

/** The links of a mail to a lead. */
export function linksTo(owner: LinkOwner & { email: string }): Links {
  const linkTo = (page: string, purpose: LinkPurpose): string => {
    const { projectId, lead, email } = owner;
    const named = purpose === "unsubscribe" ? { projectId, lead, email } : { projectId, lead };
    return `${pageAddress(page)}?${new URLSearchParams({ t: linkToken(named, purpose) })}`;
  };
  return {
    ...pages(),
    placeUrl: linkTo(routes.place, "lead page"),
    confirmUrl: linkTo(routes.confirm, "confirm"),
    unsubscribeUrl: linkTo(routes.unsubscribe, "unsubscribe"),
  };
}

/** The links of a mail that is only looked at: they lead to nobody's pages. */
export const nobodysLinks = (): Links => ({
  ...pages(),
  placeUrl: pageAddress(routes.place),
  confirmUrl: pageAddress(routes.confirm),
  unsubscribeUrl: pageAddress(routes.unsubscribe),
});
