import type { ProjectRecord } from "./project";

/** When people can join. Without a time, there is no limit. */
export type SignUpTimes = Pick<ProjectRecord, "signUpsOpenAt" | "signUpsCloseAt">;

/** The API's message for sign-ups that close before they open. It names the API's field, so forms replace it. */
export const closesBeforeOpeningMessage = "must be after signUpsOpenAt";

/** Returns whether people can join at a time, in milliseconds since 1970, or from when on they can. */
export function signUpPhase({ signUpsOpenAt, signUpsCloseAt }: SignUpTimes, now: number): "open" | "closed" | { opensAt: string } {
  if (signUpsCloseAt !== null && Date.parse(signUpsCloseAt) <= now) return "closed";
  return signUpsOpenAt !== null && Date.parse(signUpsOpenAt) > now ? { opensAt: signUpsOpenAt } : "open";
}
