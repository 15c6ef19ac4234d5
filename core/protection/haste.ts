import { seal, unseal } from "@/lib/seal";

const purpose = "when a form was shown";

/** The least time, in milliseconds, in which somebody reads a form, fills it in and sends it. */
export const leastTime = 1000;

/** When a form was shown (epoch milliseconds), sealed, to be sent with it. */
export const shownAt = (at: number): string => seal(String(at), purpose);

/** Whether a form came back sooner than anybody types, or says nothing of when it was shown, as where a program sends it without having looked. */
export function isHasty(shown: string | undefined): boolean {
  try {
    return Date.now() - Number(unseal(shown ?? "", purpose)) < leastTime;
  } catch {
    return true;
  }
}
