import { type SQL, type SQLChunk, sql } from "drizzle-orm";
import type { HeldReason } from "@/contract/enums";
import { listDomains } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { itemsIn } from "../sql";
import { isDisposableEmail } from "./disposable-domains";

/** The block list entries that would match an email. */
const listBlockListMatches = (email: string): string[] => [email, ...listDomains(email)];

/**
 * Signals of a bot: the honeypot field `homepage` was filled in, or the form was sent too fast. And of made-up referrals: many sign-ups with a
 * referral code from one client.
 */
export type SignUpSignals = { homepage?: string | undefined; isTooFast?: boolean; hasTooManyReferrals?: boolean };

/** Returns why a sign-up is held, or `null`. Doesn't check the block list, which is in the database. */
export function getHeldReason(
  email: string,
  { homepage = "", isTooFast = false, hasTooManyReferrals = false }: SignUpSignals,
): Exclude<HeldReason, "blocked"> | null {
  if (homepage.trim() !== "") return "honeypot";
  if (isTooFast) return "too_fast";
  if (isDisposableEmail(email)) return "disposable";
  return hasTooManyReferrals ? "same_client" : null;
}

/** Returns which of these emails would be held at a sign-up because of their domain or the block list, and why. */
export async function findSuspiciousEmails(
  { db, projectId }: Context,
  emails: readonly string[],
): Promise<ReadonlyMap<string, "blocked" | "disposable">> {
  const matches = new Map(emails.map((email) => [email, listBlockListMatches(email)]));
  const entries = [...new Set([...matches.values()].flat())];
  const rows =
    entries.length === 0
      ? []
      : await queryRows<{ entry: string }>(
          db,
          sql`select entry from block_list_entries where project_id = ${projectId} and entry in ${itemsIn(entries)}`,
        );
  const blocked = new Set(rows.map(({ entry }) => entry));
  const reasonFor = (email: string) =>
    matches.get(email)?.some((entry) => blocked.has(entry)) ? "blocked" : isDisposableEmail(email) ? "disposable" : null;
  return new Map(
    emails.flatMap((email) => {
      const reason = reasonFor(email);
      return reason === null ? [] : [[email, reason] as const];
    }),
  );
}

/** The entries of a block list that would match an email, one per line, for `isBlocked`. */
export const blockListLines = (email: string): string => listBlockListMatches(email).join("\n");

/** The condition that the block list of a project has any of these entries, one per line. */
export const isBlocked = (projectId: SQLChunk, blockListEntries: SQLChunk): SQL => sql`exists (
  select from block_list_entries b where b.project_id = ${projectId} and b.entry = any(string_to_array(${blockListEntries}::text, chr(10))))`;

/** Returns whether an email or its domain is on the block list. */
export async function isBlockedEmail({ db, projectId }: Context, email: string): Promise<boolean> {
  const [row] = await queryRows<{ blocked: boolean }>(
    db,
    sql`select ${isBlocked(sql`${projectId}::int`, blockListLines(email))} as blocked`,
  );
  return row?.blocked ?? false;
}

/** `blockListEntries` has one entry per line (see `blockListLines`); any of these on the block list holds the sign-up. */
type SignUpValues = Record<"projectId" | "heldReason" | "blockListEntries" | "joinsWaitlist", SQLChunk>;

/**
 * CTEs that compute the status of a new lead. The last one is `sign_up_status`, one row with project_id, status and held_reason. With double
 * opt-in, leads who join the waitlist are unconfirmed.
 */
export const signUpStatusQuery = ({ projectId, heldReason, blockListEntries, joinsWaitlist }: SignUpValues): SQL => sql`sign_up as (
    select p.id as project_id, double_opt_in, case when ${isBlocked(sql`p.id`, blockListEntries)} then 'blocked' else ${heldReason}::text end as held_reason from projects p where p.id = ${projectId}
  ), sign_up_status as (
    select *, case when held_reason is not null then 'held' when ${joinsWaitlist} and double_opt_in then 'unconfirmed' else 'active' end as status from sign_up
  )`;
