import { type SQL, type SQLChunk, sql } from "drizzle-orm";
import type { CodeLineage, LeadLineage, LineagePerson } from "@/contract/invite-codes";
import { lineageLimits } from "@/contract/limits";
import { queryRows } from "@/db/query";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import { getCodeRow } from "../codes/record";
import type { Context } from "../context";
import { leadExists } from "../leads/lead-exists";
import { fetchTotal, jsonItems } from "../sql";
import { isInviteClaim, isInviteCode } from "./conditions";

// Who invited whom follows from invite codes and claims, so claims write nothing for it. A person belongs to the branch of the code that they
// claimed first, so that someone who claims a code of their guests doesn't become one of them.

/** Whether a claim `k` is the first of its lead. */
export const isFirstClaim: SQL = sql`not exists (select from claims o where o.project_id = k.project_id and o.email = k.email
  and (o.claimed_at, o.code_key) < (k.claimed_at, k.code_key))`;

/**
 * The invite codes `v` of an email, each with the claims `k` by others. One look-up for each: leads have few codes, and PostgreSQL would read all
 * claims of the project if its statistics don't include them yet.
 */
export const invitationsBy = (projectId: SQLChunk, email: SQLChunk): SQL => sql`
  lateral (select * from invite_codes where project_id = ${projectId} and email = ${email} offset 0) as v
  join lateral (select * from claims where project_id = v.project_id and code_key = v.code_key offset 0) as k on k.batch_id = v.batch_id and k.email <> v.email`;

type PersonRow = {
  email: string;
  inviter: string | null;
  code: string;
  claimed_at: string;
  is_first: boolean;
  invited: number;
};

/** The columns of `PersonRow`, of claims `k`, with an inviter and the text of the code. */
const personColumns = (
  inviter: SQL,
  code: SQL,
): SQL => sql`k.email, ${inviter} as inviter, ${code} as code, k.claimed_at, ${isFirstClaim} as is_first,
  (select count(*)::int from (select k.project_id, k.email) as person, ${invitationsBy(sql`person.project_id`, sql`person.email`)}) as invited`;

/** Returns whom a lead invited, and who invited them. Throws `lead_not_found`. */
export async function getLeadLineage(ctx: Context, email: string): Promise<LeadLineage> {
  if (!(await leadExists(ctx, email))) throw new ApiError("lead_not_found");
  const inviter = await findInviter(ctx, email);
  return {
    email,
    inviters: await listInviters(ctx, inviter, new Set([email])),
    people: await listPeople(ctx, [email], await listInvited(ctx, [email], lineageLimits.people)),
    total: await countBranch(ctx, sql`select l.email, true from leads l where l.project_id = ${ctx.projectId} and l.email = ${email}`, 1),
  };
}

/** Returns whom a code brought, and who passed it on. Throws `code_not_found`. */
export async function getCodeLineage(ctx: Context, key: string): Promise<CodeLineage> {
  const { db, projectId } = ctx;
  const { text } = await getCodeRow(ctx, key);
  const [inviter] = await queryRows<Inviter>(
    db,
    sql`select v.email, v.code_text as code from invite_codes v join codes c on ${isInviteCode}
      where v.project_id = ${projectId} and v.code_key = ${key}`,
  );
  const isClaim = sql`k.project_id = ${projectId} and k.code_key = ${key} and k.email is distinct from ${inviter?.email ?? null}`;
  const claimants = await queryRows<PersonRow>(
    db,
    sql`select ${personColumns(sql`${inviter?.email ?? null}::text`, sql`${text}::text`)} from claims k where ${isClaim}
      order by k.claimed_at, k.email limit ${lineageLimits.people}`,
  );
  return {
    code: text,
    inviters: await listInviters(ctx, inviter ?? null, new Set()),
    people: await listPeople(ctx, inviter ? [inviter.email] : [], claimants),
    total: await countBranch(ctx, sql`select k.email, ${isFirstClaim} from claims k where ${isClaim}`, 0),
  };
}

type Inviter = { email: string; code: string };

/** Returns who passed on the code that a lead claimed first, or null if it's none of the invite codes. */
async function findInviter({ db, projectId }: Context, email: string): Promise<Inviter | null> {
  const [inviter] = await queryRows<Inviter>(
    db,
    sql`select v.email, v.code_text as code from (select * from claims k where k.project_id = ${projectId} and k.email = ${email} and ${isFirstClaim} offset 0) as k
      join invite_codes v on ${isInviteClaim} and v.email <> k.email`,
  );
  return inviter ?? null;
}

/** Lists an inviter, who invited them, and so on. `known` are people who can't come again: revoked claims can leave a circle. */
async function listInviters(ctx: Context, first: Inviter | null, known: Set<string>): Promise<Inviter[]> {
  const inviters: Inviter[] = [];
  for (
    let inviter = first;
    inviter !== null && !known.has(inviter.email) && inviters.length < lineageLimits.inviters;
    inviter = await findInviter(ctx, inviter.email)
  ) {
    known.add(inviter.email);
    inviters.push(inviter);
  }
  return inviters;
}

/** Lists the people that leads invited, first come first. */
const listInvited = ({ db, projectId }: Context, emails: readonly string[], limit: number): Promise<PersonRow[]> =>
  queryRows(
    db,
    sql`select ${personColumns(sql`v.email`, sql`v.code_text`)} from ${jsonItems(emails)}, ${invitationsBy(projectId, sql`items.item`)}
      order by k.claimed_at, k.code_key, k.email limit ${limit}`,
  );

/** Lists people level by level, from those of the first. Everyone is listed once. */
async function listPeople(ctx: Context, known: readonly string[], first: readonly PersonRow[]): Promise<LineagePerson[]> {
  const people: LineagePerson[] = [];
  const seen = new Set(known);
  let level = first;
  for (let depth = 1; level.length > 0; depth++) {
    const added: PersonRow[] = [];
    for (const row of level) {
      if (seen.has(row.email)) continue;
      seen.add(row.email);
      added.push(row);
      people.push({
        email: row.email,
        invitedBy: row.inviter,
        code: row.code,
        claimedAt: isoTimestamp(row.claimed_at),
        depth,
        invited: row.is_first ? row.invited : 0,
      });
    }
    const inviters = added.filter((row) => row.is_first && row.invited > 0).map((row) => row.email);
    const left = lineageLimits.people - people.length;
    level = inviters.length === 0 || left === 0 || depth === lineageLimits.depth ? [] : await listInvited(ctx, inviters, left);
  }
  return people;
}

/**
 * Counts the people of a branch from where it starts: a query for emails and whether the people that they invited belong to it. `excluded` of
 * them aren't counted.
 */
async function countBranch({ db, projectId }: Context, start: SQL, excluded: number): Promise<number> {
  const limit = lineageLimits.total + excluded;
  const counted = await fetchTotal(
    db,
    sql`with recursive branch (email, is_first) as (
        ${start}
        union
        select k.email, ${isFirstClaim} from branch, ${invitationsBy(projectId, sql`branch.email`)} where branch.is_first
      )
      select count(distinct email) as total from (select email from branch limit ${limit}) as people`,
  );
  return counted - excluded;
}
