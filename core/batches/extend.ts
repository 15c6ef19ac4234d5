import { sql } from "drizzle-orm";
import type { TaskRecord } from "@/contract/tasks";
import { rows } from "@/db/rows";
import { iso } from "@/lib/time";
import { ApiError } from "../api-error";
import { extendEach, problemOfExtending } from "../codes/extend";
import { lockCodes } from "../codes/lock";
import { type Extension, whyNotExtendable } from "../codes/rules";
import type { Context } from "../context";
import { recordEvent } from "../events/record";
import { begin } from "../jobs/begin";
import type { Work } from "../jobs/work";
import { codesIn, factsOf, listCodesOf } from "./codes";

type Ask = { batch: string } & Extension;

/**
 * Changes until when, or how often, the codes of a batch can be claimed, or queues that where they are many. Answers how far it is.
 * Refuses with `batch_not_found`, and with `invalid_input` for an end that is not after the batch's start.
 */
export async function extend(ctx: Context, ask: Ask): Promise<TaskRecord> {
  const { id, name, valid_from } = await factsOf(ctx, ask.batch);
  const wrong = whyNotExtendable({ validFrom: iso(valid_from), claims: 0 }, ask);
  if (wrong) throw new ApiError("invalid_input", { fields: { [wrong.field]: [wrong.reason] } });
  return begin(ctx, extendingBatch, { kind: "batch.extend", ask, batch: { id, name } });
}

export const extendingBatch: Work<Ask> = {
  total: (ctx, { ask }) => codesIn(ctx, ask.batch),
  list: (ctx, { ask }, from) => listCodesOf(ctx, ask.batch, from),
  async change(ctx, { ask: { batch, ...extension } }, keys, first) {
    // It is recorded once, of the batch.
    const { events: _, ...done } = await extendEach(ctx, await lockCodes(ctx, keys, "change"), extension);
    // Batches are locked after codes. What is cancelled later has changed what the batch promises, and codes up to there.
    if (first) await extendItself(ctx, batch, extension);
    return done;
  },
  problem: problemOfExtending,
};

async function extendItself(ctx: Context, batch: string, extension: Extension): Promise<void> {
  const { validUntil, allowedClaims } = extension;
  const until = validUntil === undefined ? sql`valid_until` : sql`${validUntil}::timestamptz`;
  const [changed] = await rows<{ name: string; codes: number }>(
    ctx.db,
    sql`update batches set valid_until = ${until}, allowed_claims = coalesce(${allowedClaims ?? null}::int, allowed_claims), updated_at = now()
      where project_id = ${ctx.projectId} and id = ${batch} returning name, codes`,
  );
  if (changed) await recordEvent(ctx, { kind: "batch.extended", data: { batch, ...changed, ...extension } });
}
