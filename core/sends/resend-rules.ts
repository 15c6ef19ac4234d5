import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import { isoTimestamp } from "@/lib/iso-timestamp";
import { ApiError } from "../api-error";
import { codeError, sendError } from "../codes/rules";
import { type CodeRow, codeColumns, codeState, codesWithBatches } from "../codes/record";
import type { Context } from "../context";
import { itemsIn } from "../sql";
import type { UndeliveredMessage } from "./undelivered";
import type { SendMessage, SkippedRecipient } from "./queue";
import { partitionRecipients } from "./recipients";

type ResendSelection = { messages: (UndeliveredMessage & SendMessage)[]; skipped: SkippedRecipient[] };

/**
 * Sorts those who lack a code into who can be sent it now, and who is skipped and why, in the order given; codes and leads are held against
 * deletion. Refuses as sending a code does where none of the codes can be sent any more, as for the one code of a send.
 */
export async function selectResendable(ctx: Context, lacking: readonly UndeliveredMessage[]): Promise<ResendSelection> {
  const texts = await getSendableCodes(ctx, lacking);
  const { skipped } = await partitionRecipients(ctx, lacking);
  // Whoever has claimed a code hears that, and not that it is used up.
  const reasons = new Map(skipped.map(({ email, reason }) => [email, reason]));
  const again: ResendSelection = { messages: [], skipped: [] };
  for (const each of lacking) {
    const codeText = texts.get(each.codeKey);
    const reason = reasons.get(each.email) ?? (codeText === undefined ? "code_unusable" : null);
    if (reason !== null) again.skipped.push({ email: each.email, reason });
    else if (codeText !== undefined) again.messages.push({ ...each, codeText });
  }
  return again;
}

/** The texts of the codes that can still be sent, by their identities. Refuses where there is none. */
async function getSendableCodes({ db, projectId }: Context, lacking: readonly UndeliveredMessage[]): Promise<Map<string, string>> {
  const keys = [...new Set(lacking.map(({ codeKey }) => codeKey))];
  const held = await rows<CodeRow>(
    db,
    sql`select ${codeColumns} from ${codesWithBatches} where c.project_id = ${projectId} and c.key in ${itemsIn(keys)} order by c.key for key share of c`,
  );
  const codes = new Map(held.map((code) => [code.key, code]));
  const texts = new Map<string, string>();
  let refusal: ApiError | undefined;
  for (const key of keys) {
    const code = codes.get(key);
    const reason = code ? sendError(codeState(code), isoTimestamp(code.now)) : "code_not_found";
    if (code && reason === null) texts.set(key, code.text);
    else if (reason !== null) refusal ??= code ? codeError(reason, codeState(code)) : new ApiError(reason);
  }
  if (texts.size === 0 && refusal) throw refusal;
  return texts;
}
