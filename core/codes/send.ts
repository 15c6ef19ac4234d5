import { sql } from "drizzle-orm";
import { maxImmediateRecipients } from "@/contract/limits";
import type { SendResult } from "@/contract/sends";
import { isoTimestamp } from "@/lib/dates";
import { type Context, inTransaction } from "../context";
import { assertValidOverrides, type ContentOverrides, rejectUnusedButton } from "../email-templates/templates";
import { findSelectedEmails, type LeadSelection } from "../leads/list";
import { startLargeSend } from "../sends/queue-large-send";
import { queueSend } from "../sends/queue-send";
import { getSkippedGroups, partitionRecipients, type SkippedGroups } from "../sends/recipients";
import { codeState, getCodeRow } from "./record";
import { codeError, sendError } from "./rules";

type SendCodeInput = { code: string } & LeadSelection & SkippedGroups & ContentOverrides;

/**
 * Queues an email with the code to each of the given leads, and returns who was skipped and why. The worker queues them if a filter matches
 * more than `maxImmediate` leads. Throws `code_not_found`, the error of a paused, expired or exhausted code, and `invalid_input` for invalid
 * texts.
 */
export function sendCode(ctx: Context, input: SendCodeInput, maxImmediate = maxImmediateRecipients): Promise<SendResult> {
  return inTransaction(ctx, async (inner) => {
    // Deleting the code waits for this lock and then cancels the emails queued here.
    const row = await getCodeRow(inner, input.code, sql`for key share of c`);
    const state = codeState(row);
    const error = sendError(state, isoTimestamp(row.now));
    if (error !== null) throw codeError(error, state);
    await assertValidOverrides(inner, "code", input);
    await rejectUnusedButton(inner, "code", input);
    const subject = { kind: "code", code: row, content: input } as const;
    const skip = getSkippedGroups(input);
    const selected = await findSelectedEmails(inner, input, maxImmediate);
    if (selected === null) return startLargeSend(inner, subject, { filter: input.filter ?? {}, skip });
    const { recipients, skipped } = await partitionRecipients(inner, selected, { code: row.key, skip });
    const messages = recipients.map((email) => ({ email, codeKey: row.key, codeText: row.text }));
    return queueSend(inner, subject, messages, skipped);
  });
}
