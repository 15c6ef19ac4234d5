import type { ProjectRecord } from "./project";

/** When people can join. Without a time, there is no limit. */
export type SignUpTimes = Pick<ProjectRecord, "signUpsOpenAt" | "signUpsCloseAt">;

/** Returns whether sign-ups have opened and closed at a time, in milliseconds since 1970. */
export function signUpPhase({ signUpsOpenAt, signUpsCloseAt }: SignUpTimes, now: number): "before" | "open" | "closed" {
  if (signUpsCloseAt !== null && Date.parse(signUpsCloseAt) <= now) return "closed";
  return signUpsOpenAt !== null && Date.parse(signUpsOpenAt) > now ? "before" : "open";
}
