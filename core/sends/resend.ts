import { sql } from "drizzle-orm";
import type { SendReply } from "@/contract/sends";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { queueSend } from "./queue-send";
import { selectResendable } from "./resend-rules";
import { listUndelivered, lockRelatedSends } from "./undelivered";

/**
 * Sends the same code, or each lead's personal code, to the leads of a send who haven't received it. Skips personal codes that can no longer
 * be sent. Throws `send_not_found`, `nothing_to_send` if there are no such leads, or the error that sending would throw if no code can be sent.
 */
export function resendUndelivered(ctx: Context, id: string): Promise<SendReply> {
  return inTransaction(ctx, async (inner) => {
    const { code, batchId } = await lockRelatedSends(inner, id);
    const undelivered = await listUndelivered(inner, [sql`d.project_id = ${inner.projectId}`, sql`d.send_id = ${id}`]);
    if (undelivered.length === 0) throw new ApiError("nothing_to_send");
    const { messages, skipped } = await selectResendable(inner, undelivered);
    return queueSend(inner, code ? { kind: "code", code } : { kind: "invitation", batchId }, messages, skipped);
  });
}
