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
