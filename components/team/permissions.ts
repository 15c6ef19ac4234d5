import { apiErrors } from "@/contract/errors";
import { canAssignRole, type Role } from "@/contract/roles";
import type { StaffRecord } from "@/contract/staff";

/** Why somebody with `own` cannot change this one of the team; undefined where they can. The server decides again. */
export function roleLockReason(one: StaffRecord, team: readonly StaffRecord[], own: Role): string | undefined {
  if (!canAssignRole(own, one.role)) return "Only owners change owners.";
  if (one.role !== "owner") return undefined;
  const others = team.filter(({ id, role, disabled }) => id !== one.id && role === "owner" && !disabled);
  return !one.disabled && others.length === 0 ? apiErrors.last_owner.message : undefined;
}
