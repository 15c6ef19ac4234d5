import { sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import { isoTimestamp } from "@/lib/iso-timestamp";
import { ApiError } from "../api-error";
import { type CodeRow, codeColumns, codeState, codesWithBatches } from "../codes/record";
import { codeError, sendError } from "../codes/rules";
import type { Context } from "../context";
import { itemsIn } from "../sql";
import type { SendMessage, SkippedRecipient } from "./queue-send";
import { partitionRecipients } from "./recipients";
import type { UndeliveredMessage } from "./undelivered";

type ResendSelection = { messages: (UndeliveredMessage & SendMessage)[]; skipped: SkippedRecipient[] };

/**
 * Splits undelivered messages into those that can be sent again and those that are skipped and why, in the order given. Locks codes and
 * leads against deletion. Throws the error that sending would throw if none of the codes can be sent.
 */
export async function selectResendable(ctx: Context, undelivered: readonly UndeliveredMessage[]): Promise<ResendSelection> {
  const codeTexts = await getSendableCodes(ctx, undelivered);
  const { skipped } = await partitionRecipients(ctx, undelivered);
  // `already_claimed` takes precedence over `code_unusable`: a claimed code is usually exhausted too.
  const reasons = new Map(skipped.map(({ email, reason }) => [email, reason]));
  const selection: ResendSelection = { messages: [], skipped: [] };
  for (const message of undelivered) {
    const codeText = codeTexts.get(message.codeKey);
    const reason = reasons.get(message.email) ?? (codeText === undefined ? "code_unusable" : null);
    if (reason !== null) selection.skipped.push({ email: message.email, reason });
    else if (codeText !== undefined) selection.messages.push({ ...message, codeText });
  }
  return selection;
}

/** Returns the texts of the codes that can be sent, by key. Throws an error if there are none. */
async function getSendableCodes({ db, projectId }: Context, undelivered: readonly UndeliveredMessage[]): Promise<Map<string, string>> {
  const keys = [...new Set(undelivered.map(({ codeKey }) => codeKey))];
  const rows = await queryRows<CodeRow>(
    db,
    sql`select ${codeColumns} from ${codesWithBatches} where c.project_id = ${projectId} and c.key in ${itemsIn(keys)} order by c.key for key share of c`,
  );
  const codes = new Map(rows.map((code) => [code.key, code]));
  const texts = new Map<string, string>();
  let firstError: ApiError | undefined;
  for (const key of keys) {
    const code = codes.get(key);
    const errorName = code ? sendError(codeState(code), isoTimestamp(code.now)) : "code_not_found";
    if (code && errorName === null) texts.set(key, code.text);
    else if (errorName !== null) firstError ??= code ? codeError(errorName, codeState(code)) : new ApiError(errorName);
  }
  if (texts.size === 0 && firstError) throw firstError;
  return texts;
}
