import { sql } from "drizzle-orm";
import type { SendReply } from "@/contract/sends";
import { iso } from "@/lib/time";
import { type Context, inTransaction } from "../context";
import { named, type Whom } from "../leads/named";
import { queueSend } from "../sends/queue";
import { sortOut } from "../sends/recipients";
import { getRow } from "./find";
import { refuse, whyNotSendable } from "./rules";
import { codeFacts } from "./wire";

/**
 * Queues mail with the code to each lead named, and says who is skipped and why. Refuses with `code_not_found`, for a code that is paused,
 * expired or exhausted, and with `invalid_input` where a filter matches too many.
 */
export function send(ctx: Context, ask: { code: string } & Whom): Promise<SendReply> {
  return inTransaction(ctx, async (inner) => {
    // Deleting the code waits for this lock, and then cancels what is queued here.
    const row = await getRow(inner, ask.code, sql`for key share of c`);
    const facts = codeFacts(row);
    const reason = whyNotSendable(facts, iso(row.now));
    if (reason !== null) throw refuse(reason, facts);
    const { recipients, skipped } = await sortOut(inner, await named(inner, ask), { code: row.key });
    const messages = recipients.map((email) => ({ email, codeKey: row.key, codeText: row.text }));
    return queueSend(inner, { kind: "code", code: row }, messages, skipped);
  });
}
