import { log } from "@/lib/log";
import type { Context } from "../context";
import { countAttempts, type RateLimit } from "../rate-limits";
import { recordEvent } from "./record-event";

export type SecurityEventKind = "staff.sign_in_failed" | "staff.access_refused" | "staff.passkey_refused" | "key.refused";

// Activity contains the first events of each hour, so that an attacker can't fill it. The log contains all of them.
const recordedPerSubject = 20;
const recordedPerProject = 500;

const hourly = (name: string, limit: number): RateLimit => ({ name, limit, windowSeconds: 3600 });

/**
 * Logs a refused attempt as a warning and records it in the activity. `subject` is who it is about: an ID or a hash. `ctx` must
 * not be in a transaction, because the error that follows would roll it back.
 */
export async function recordSecurityEvent(
  ctx: Context,
  { kind, subject, data }: { kind: SecurityEventKind; subject: string; data: Record<string, string> },
): Promise<void> {
  const { projectId, actor, requestId } = ctx;
  log.warn({ event: kind, projectId, actor: actor.id ?? actor.kind, requestId, subject, ...data }, "access refused");
  try {
    const limits = [hourly(`event.${kind}`, recordedPerSubject), hourly(`event.${kind}.project`, recordedPerProject)] as const;
    const usage = await countAttempts(ctx, [
      { rateLimit: limits[0], subject },
      { rateLimit: limits[1], subject: "project" },
    ]);
    if (usage.every(({ attempts }, index) => attempts <= (limits[index]?.limit ?? 0))) await recordEvent(ctx, { kind, data });
  } catch (err) {
    // The refusal itself must still reach the client.
    log.error({ err, requestId }, "security event could not be recorded");
  }
}
