import { refusals } from "@/contract/refusals";
import { type Role, roles } from "@/contract/roles";
import type { StaffRecord } from "@/contract/staff";

/** The roles that somebody with `own` may give: owners are made by owners. */
export const rolesFor = (own: Role): Role[] => roles.filter((role) => role !== "owner" || own === "owner");

/** Why somebody with `own` cannot change this one of the team; undefined where they can. The server decides again. */
export function whyFixed(one: StaffRecord, team: readonly StaffRecord[], own: Role): string | undefined {
  if (one.role !== "owner") return undefined;
  if (own !== "owner") return "Only owners change owners.";
  const others = team.filter(({ id, role, disabled }) => id !== one.id && role === "owner" && !disabled);
  return !one.disabled && others.length === 0 ? refusals.last_owner.message : undefined;
}
