import { isDisposableEmailDomain } from "disposable-email-domains-js";
import { type SQL, sql } from "drizzle-orm";
import type { HoldReason } from "@/contract/kinds";
import { anyOf } from "../sql";

/** A domain with those above it, but for the last, which are nobody's: `mail.example.org`, `example.org`. */
function domainsOf(email: string): string[] {
  const labels = email.slice(email.lastIndexOf("@") + 1).split(".");
  return labels.slice(0, -1).map((_, from) => labels.slice(from).join("."));
}

/** What of the block list stands for an address: itself, its domain, and those above that. */
const blockedBy = (email: string): string[] => [email, ...domainsOf(email)];

const isDisposable = (email: string): boolean => domainsOf(email).some(isDisposableEmailDomain);

/** What is known of a sign-up beside its address: a field that people do not see, and whether it came sooner than anybody types. */
export type Signs = { homepage?: string | undefined; isHasty?: boolean };

/** Why a sign-up is held back, but for the block list, which only the database knows; null where nothing is against it. */
export function holdReasonOf(email: string, { homepage = "", isHasty = false }: Signs): Exclude<HoldReason, "blocked"> | null {
  if (homepage.trim() !== "") return "trap";
  if (isHasty) return "haste";
  return isDisposable(email) ? "disposable" : null;
}

/** Whose sign-up it is: its signs where it is of the public, whose alone are held, and whether it is to be put on the waitlist. */
type SignUp = { projectId: number; signs: Signs | null; joins: boolean };

/**
 * How the lead of a sign-up stands, as parts of a statement that end in the row `stands`: project_id, standing, and why it is held in held_for.
 * Who joins and is to confirm their address first is not accepted yet.
 */
export function standingOf(email: string, { projectId, signs, joins }: SignUp): SQL {
  const isBlocked = sql`exists (select from blocked b where b.project_id = p.id and b.entry in ${anyOf(blockedBy(email))})`;
  const heldFor = signs === null ? sql`null` : sql`case when ${isBlocked} then 'blocked' else ${holdReasonOf(email, signs)}::text end`;
  return sql`asked as (
      select p.id as project_id, double_opt_in, ${heldFor} as held_for from projects p where p.id = ${projectId}
    ), stands as (
      select *, case when held_for is not null then 'held' when ${joins} and double_opt_in then 'unconfirmed' else 'accepted' end as standing from asked
    )`;
}
