import type { z } from "zod";
import type { CodeRecord, generateCodes } from "@/contract/codes";
import { batches } from "@/db/schema";
import { newId } from "@/lib/ids";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import type { Listing } from "../listing";
import { inOrderMade } from "./list";
import { type Batch, makeCodes } from "./make";

type Ask = z.output<NonNullable<typeof generateCodes.body>>;

/** The batch's name when nobody names it: what it holds and when it was made. */
const unnamed = (batch: Batch): string => `${batch.amount.toLocaleString("en")} ${batch.type}, ${new Date().toISOString().slice(0, 10)}`;

/** Makes a batch and all its codes in the caller's transaction. Refuses with `code_space_exhausted`. */
export async function makeBatch(ctx: Context, ask: Ask): Promise<{ id: string; name: string }> {
  const batch: Batch = {
    id: newId(),
    type: ask.type ?? "creative",
    amount: ask.amount,
    allowedClaims: ask.allowedClaims ?? 1,
    validFrom: ask.validFrom ?? null,
    validUntil: ask.validUntil ?? null,
    reservedFor: ask.reservedFor ?? null,
  };
  const name = ask.name || unnamed(batch);
  await ctx.db.insert(batches).values({ ...batch, projectId: ctx.projectId, name });
  await makeCodes(ctx, batch);
  await recordEvent(ctx, { kind: "codes.generated", data: { batch: batch.id, amount: batch.amount, type: batch.type } });
  return { id: batch.id, name };
}

/** Generates codes as one batch, all or none, and answers them in the order made. Refuses with `code_space_exhausted`. */
export async function generate(ctx: Context, ask: Ask): Promise<Listing<CodeRecord>> {
  const batch = await inTransaction(ctx, (inner) => makeBatch(inner, ask));
  return { chunks: inOrderMade(ctx, batch.id) };
}
