import { sql } from "drizzle-orm";
import type { SendReply } from "@/contract/sends";
import { rows } from "@/db/rows";
import { iso } from "@/lib/time";
import { refuse, whyNotSendable } from "../codes/rules";
import { send } from "../codes/send";
import { type CodeRow, codeColumns, codeFacts, codesWithBatches } from "../codes/wire";
import { type Context, inTransaction } from "../context";
import { Refusal } from "../refusal";
import { lockSend } from "./list";
import { type Message, queueSend } from "./queue";
import { sortOut } from "./recipients";
import { missed, statusesInSql } from "./wire";

type Missed = { email: string; code_key: string };

/**
 * Sends the same code, or each their own, to those whose message of a send failed or was cancelled and who got it by no other send. Personal codes
 * that cannot be sent any more are left out; where none can, and for the one code of a send, it refuses as sending does. Refuses with
 * `send_not_found`, and with `nothing_to_send` where nobody missed it.
 */
export function toMissed(ctx: Context, id: string): Promise<SendReply> {
  return inTransaction(ctx, async (inner) => {
    // Of two who send to the missed at once, the second finds what the first has queued.
    const { code, batchId } = await lockSend(inner, id);
    const found = await whoMissed(inner, id);
    if (found.length === 0) throw new Refusal("nothing_to_send");
    if (code) return send(inner, { code: code.key, emails: found.map(({ email }) => email) });
    const messages = await personalCodes(inner, found);
    const { recipients, skipped } = await sortOut(inner, [...messages.values()]);
    const queued = recipients.flatMap((email) => messages.get(email) ?? []);
    return queueSend(inner, { kind: "invitation", batchId }, queued, skipped);
  });
}

function whoMissed({ db, projectId }: Context, id: string): Promise<Missed[]> {
  return rows<Missed>(
    db,
    sql`select d.email, d.code_key from deliveries d
      where d.project_id = ${projectId} and d.send_id = ${id} and d.status in ('failed', 'cancelled')
        and not exists (
          select from deliveries o where o.project_id = d.project_id and o.email = d.email and o.code_key = d.code_key
            and o.send_id <> d.send_id and o.status not in (${statusesInSql(missed)}))
      order by d.email`,
  );
}

/** The messages with the codes of those who missed theirs that can still be sent, by address, held against deletion. */
async function personalCodes(ctx: Context, found: readonly Missed[]): Promise<Map<string, Message>> {
  const keys = JSON.stringify(found.map((each) => each.code_key));
  const held = await rows<CodeRow>(
    ctx.db,
    sql`select ${codeColumns} from ${codesWithBatches}
      where c.project_id = ${ctx.projectId} and c.key in (select jsonb_array_elements_text(${keys}::jsonb)) order by c.key for key share of c`,
  );
  const codes = new Map(held.map((code) => [code.key, code]));
  const messages = new Map<string, Message>();
  let refusal: Refusal | undefined;
  for (const { email, code_key: codeKey } of found) {
    const code = codes.get(codeKey);
    const reason = code ? whyNotSendable(codeFacts(code), iso(code.now)) : "code_not_found";
    if (code && reason === null) messages.set(email, { email, codeKey, codeText: code.text });
    else if (reason !== null) refusal ??= code ? refuse(reason, codeFacts(code)) : new Refusal(reason);
  }
  if (messages.size === 0 && refusal) throw refusal;
  return messages;
}
