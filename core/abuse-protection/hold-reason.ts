import { isDisposableEmailDomain } from "disposable-email-domains-js";
import { type SQL, sql } from "drizzle-orm";
import type { HeldReason } from "@/contract/kinds";
import { itemsIn } from "../sql";

/** A domain with those above it, but for the last, which are nobody's: `mail.example.org`, `example.org`. */
function listDomains(email: string): string[] {
  const labels = email.slice(email.lastIndexOf("@") + 1).split(".");
  return labels.slice(0, -1).map((_, from) => labels.slice(from).join("."));
}

/** What of the block list stands for an address: itself, its domain, and those above that. */
const listBlockListMatches = (email: string): string[] => [email, ...listDomains(email)];

const isDisposableEmail = (email: string): boolean => listDomains(email).some(isDisposableEmailDomain);

/** What is known of a sign-up beside its address: a field that people do not see, and whether it came sooner than anybody types. */
export type SignUpSignals = { homepage?: string | undefined; isTooFast?: boolean };

/** Why a sign-up is held back, but for the block list, which only the database knows; null where nothing is against it. */
export function getHeldReason(email: string, { homepage = "", isTooFast: isHasty = false }: SignUpSignals): Exclude<HeldReason, "blocked"> | null {
  if (homepage.trim() !== "") return "honeypot";
  if (isHasty) return "too_fast";
  return isDisposableEmail(email) ? "disposable" : null;
}

/** Whose sign-up it is: its signs where it is of the public, whose alone are held, and whether it is to be put on the waitlist. */
type SignUpContext = { projectId: number; signs: SignUpSignals | null; joins: boolean };

/**
 * How the lead of a sign-up stands, as parts of a statement that end in the row `stands`: project_id, standing, and why it is held in held_reason.
 * Who joins and is to confirm their address first is not accepted yet.
 */
export function signUpStatusQuery(email: string, { projectId, signs, joins }: SignUpContext): SQL {
  const isBlocked = sql`exists (select from block_list_entries b where b.project_id = p.id and b.entry in ${itemsIn(listBlockListMatches(email))})`;
  const heldFor = signs === null ? sql`null` : sql`case when ${isBlocked} then 'blocked' else ${getHeldReason(email, signs)}::text end`;
  return sql`asked as (
      select p.id as project_id, double_opt_in, ${heldFor} as held_reason from projects p where p.id = ${projectId}
    ), stands as (
      select *, case when held_reason is not null then 'held' when ${joins} and double_opt_in then 'unconfirmed' else 'active' end as status from asked
    )`;
}
