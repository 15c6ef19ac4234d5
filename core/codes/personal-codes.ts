import type { RowOf } from "@/db/query";
import type { sends } from "@/db/schema";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import type { SendMessage } from "../sends/queue-send";
import { type CodeBatch, findCodeBatch, takeCodes } from "./batch-codes";
import { generateBatch } from "./generate";
import { addReservedCodes, lockGrowingBatch, reserveCodes } from "./growing-batch";

/** Where personal codes come from: how new ones are generated, or the batch that they are taken from. */
export type PersonalCodes = Omit<Parameters<typeof generateBatch>[1], "amount" | "reservedFor"> | { existing: CodeBatch };

type ReservedCodes = { batch: { id: string; name: string } | null; fromBatch: boolean; messages: SendMessage[] };

/** Reserves a personal code for each lead, in order: a new one for all of them, or those that are left in a batch for the first of them. */
export async function reservePersonalCodes(ctx: Context, emails: readonly string[], codes: PersonalCodes): Promise<ReservedCodes> {
  if ("existing" in codes) {
    const { id, name } = codes.existing;
    return { batch: { id, name }, fromBatch: true, messages: await takeCodes(ctx, codes.existing, emails) };
  }
  if (emails.length === 0) return { batch: null, fromBatch: false, messages: [] };
  const { type, allowedClaims, validFrom, validUntil, name } = codes;
  const batch = await generateBatch(ctx, { amount: emails.length, type, allowedClaims, validFrom, validUntil, name });
  return { batch, fromBatch: false, messages: await reserveCodes(ctx, { batchId: batch.id }, emails) };
}

/**
 * Returns what reserves a personal code for each lead of a part of a send. Called before the leads are locked. Throws `batch_not_found` if the
 * batch was deleted, or `code_expired`.
 */
export async function preparePersonalCodes(
  ctx: Context,
  { batch_id: id, from_batch: isExisting }: Pick<RowOf<typeof sends>, "batch_id" | "from_batch">,
): Promise<(emails: readonly string[]) => Promise<SendMessage[]>> {
  if (!isExisting) {
    const batch = await lockGrowingBatch(ctx, id ?? "");
    return (emails) => addReservedCodes(ctx, batch, emails);
  }
  const batch = id === null ? null : await findCodeBatch(ctx, id);
  if (!batch) throw new ApiError("batch_not_found", { message: "The batch of the personal codes was deleted." });
  return (emails) => takeCodes(ctx, batch, emails);
}
