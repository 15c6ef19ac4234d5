import { and, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { BatchRecord, updateBatchEndpoint } from "@/contract/batches";
import { batches } from "@/db/schema";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { isOutdated } from "../expected-values";
import { itemsIn } from "../sql";
import { getBatch } from "./record";

/**
 * Renames a batch, pauses or resumes its codes, says where they are redeemed, or whose emails can claim them. Codes that were paused on their own stay paused. Throws
 * `batch_not_found`, and `batch_changed` if a field to update no longer has its `expected` value.
 */
export function updateBatch(
  ctx: Context,
  id: string,
  { paused, name, redemptionUrl, redemptionInstructions, allowedDomains, expected }: z.output<typeof updateBatchEndpoint.body>,
): Promise<BatchRecord> {
  return inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    const isBatch = sql`project_id = ${projectId} and id = ${id}`;
    if (expected !== undefined) {
      const [current] = await db
        .select({
          name: batches.name,
          redemptionUrl: batches.redemptionUrl,
          redemptionInstructions: batches.redemptionInstructions,
          allowedDomains: batches.allowedDomains,
        })
        .from(batches)
        .where(isBatch)
        .for("no key update");
      const changes = { name, redemptionUrl, redemptionInstructions, allowedDomains };
      if (current && isOutdated(current, changes, expected)) throw new ApiError("batch_changed");
    }
    if (paused !== undefined) {
      const changed = await db
        .update(batches)
        .set({ pausedAt: paused ? sql`now()` : null, updatedAt: sql`now()` })
        .where(sql`${isBatch} and (paused_at is null) = ${paused}`)
        .returning({ id: batches.id });
      if (changed.length > 0) await recordEvent(inner, { kind: paused ? "batch.paused" : "batch.resumed", data: { batch: id } });
    }
    if (name !== undefined) {
      const renamed = await db
        .update(batches)
        .set({ name, updatedAt: sql`now()` })
        .where(sql`${isBatch} and name <> ${name}`)
        .returning({ id: batches.id });
      if (renamed.length > 0) await recordEvent(inner, { kind: "batch.renamed", data: { batch: id, name } });
    }
    const redemption = { redemptionUrl, redemptionInstructions };
    if (Object.values(redemption).some((value) => value !== undefined)) {
      const isChanged = or(
        redemptionUrl === undefined ? undefined : sql`redemption_url is distinct from ${redemptionUrl}`,
        redemptionInstructions === undefined ? undefined : sql`redemption_instructions is distinct from ${redemptionInstructions}`,
      );
      const changed = await db
        .update(batches)
        .set({ ...redemption, updatedAt: sql`now()` })
        .where(and(isBatch, isChanged))
        .returning({ id: batches.id });
      if (changed.length > 0) await recordEvent(inner, { kind: "batch.redemption_changed", data: { batch: id } });
    }
    if (allowedDomains !== undefined) {
      const changed = await db
        .update(batches)
        .set({ allowedDomains, updatedAt: sql`now()` })
        .where(sql`${isBatch} and allowed_domains is distinct from ${allowedDomains && sql`array${itemsIn(allowedDomains)}`}`)
        .returning({ id: batches.id });
      if (changed.length > 0) await recordEvent(inner, { kind: "batch.updated", data: { batch: id, fields: ["allowedDomains"] } });
    }
    return getBatch(inner, id);
  });
}
