import { type SQL, type SQLChunk, sql } from "drizzle-orm";
import { mailboxOf } from "@/contract/claim-restrictions";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import type { CodeRow } from "./record";

/** The key of an email in a batch `b`: it can have one claim of the batch. Null if people can claim several codes. */
export const onceKeySql = (email: SQLChunk, mailbox: SQLChunk): SQL =>
  sql`case b.once_per_batch when 'email' then ${email}::text when 'mailbox' then ${mailbox}::text end`;

/** Returns whether a person can't claim a code because they claimed another one of its batch. */
export async function hasClaimedInBatch({ db, projectId }: Context, code: CodeRow, email: string): Promise<boolean> {
  const { once_per_batch: mode, batch_id: batch, key } = code;
  if (mode === null) return false;
  const onceKey = mode === "mailbox" ? mailboxOf(email) : email;
  const found = await queryRows(
    db,
    sql`select from claims where project_id = ${projectId} and batch_id = ${batch} and once_key = ${onceKey} and (code_key <> ${key} or email <> ${email})`,
  );
  return found.length > 0;
}
