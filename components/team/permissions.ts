import { apiErrors } from "@/contract/errors";
import { canAssignRole, type Role } from "@/contract/roles";
import type { StaffRecord } from "@/contract/staff-fields";
import { labels } from "./labels";

/** Why someone with `ownRole` can't change a staff member. Returns undefined if they can. The server checks it again. */
export function roleLockReason(staff: StaffRecord, team: readonly StaffRecord[], ownRole: Role): string | undefined {
  if (!canAssignRole(ownRole, staff.role)) return labels.roleSelect.ownersOnly;
  if (staff.role !== "owner") return undefined;
  const otherOwners = team.filter(({ id, role, disabled }) => id !== staff.id && role === "owner" && !disabled);
  return !staff.disabled && otherOwners.length === 0 ? apiErrors.last_owner.message : undefined;
}
