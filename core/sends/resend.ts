import { sql } from "drizzle-orm";
import type { SendReply } from "@/contract/sends";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { selectResendable } from "./resend-rules";
import { lockRelatedSends, listUndelivered } from "./undelivered";
import { queueSend } from "./queue";

/**
 * Sends the same code, or each their own, to those whose message of a send failed or was cancelled and who still lack it. Personal codes that
 * cannot be sent any more are skipped; where none can, and for the one code of a send, it refuses as sending does. Refuses with
 * `send_not_found`, and with `nothing_to_send` where nobody lacks it.
 */
export function resendUndelivered(ctx: Context, id: string): Promise<SendReply> {
  return inTransaction(ctx, async (inner) => {
    const { code, batchId } = await lockRelatedSends(inner, id);
    const lacking = await listUndelivered(inner, [sql`d.project_id = ${inner.projectId}`, sql`d.send_id = ${id}`]);
    if (lacking.length === 0) throw new ApiError("nothing_to_send");
    const { messages, skipped } = await selectResendable(inner, lacking);
    return queueSend(inner, code ? { kind: "code", code } : { kind: "invitation", batchId }, messages, skipped);
  });
}
