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

/** `mailboxOf` in SQL. */
export const mailboxSql = (email: SQL): SQL =>
  sql`coalesce(nullif(replace((regexp_match(${email}, '^([^+@]+)(?:\\+[^@]*)?@(?:gmail|googlemail)\\.com$'))[1], '.', ''), '') || '@gmail.com', ${email})`;

const isOfDomain = (email: SQL, domain: SQL): SQL => {
  const host = sql`substring(${email} from '[^@]*$')`;
  return sql`(${host} = ${domain} or right(${host}, length(${domain}) + 1) = '.' || ${domain})`;
};

/** The condition that a lead `l` can't claim the codes of a batch, because of its domains or because they claimed another one. */
export const cannotClaimFrom = (projectId: number, batch: string): SQL =>
  sql`exists (select from batches b where b.project_id = ${projectId} and b.id = ${batch}::uuid and ${restrictionReason(sql`l.email`, sql`null`)} is not null)`;

/**
 * Why an email can't claim a code with this key of a batch `b` because of the batch, or null: `domain_not_allowed`, or `batch_claimed` if it
 * claimed another code of it. The key is null for a code that isn't chosen yet. Most batches allow everyone, which is looked at first.
 */
export const restrictionReason = (email: SQL, codeKey: SQL): SQL => sql`case
    when b.allowed_domains is null and b.once_per_batch is null then null
    when b.allowed_domains is not null and not exists (select from unnest(b.allowed_domains) as d where ${isOfDomain(email, sql`d`)}) then 'domain_not_allowed'
    when exists (select from claims o where o.project_id = b.project_id and o.batch_id = b.id
      and o.once_key = ${onceKeySql(email, mailboxSql(email))} and (o.code_key is distinct from ${codeKey} or o.email <> ${email})) then 'batch_claimed'
  end`;
