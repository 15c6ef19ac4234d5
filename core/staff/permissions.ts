import { canAssignRole, type Role } from "@/contract/roles";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { lockProject } from "../projects/record";
import { getCurrentStaff } from "./record";

/**
 * Locks the team, using the project's row, and returns the current staff member's role. Changes to the team wait for each other here, and the
 * earlier one may have changed this role. Throws `not_signed_in` if the staff member was disabled or removed.
 */
export async function lockTeam(ctx: Context): Promise<Role> {
  await lockProject(ctx.db, ctx.projectId);
  const { role, disabledAt } = await getCurrentStaff(ctx);
  if (disabledAt !== null) throw new ApiError("not_signed_in");
  return role;
}

/** Throws `role_required` if a staff member with `ownRole` can't assign one of the roles. */
export function requireRoleAssignment(ownRole: Role, roles: readonly Role[]): void {
  const forbidden = roles.find((role) => !canAssignRole(ownRole, role));
  if (forbidden === undefined) return;
  throw new ApiError("role_required", forbidden === "owner" ? { message: "Only owners can manage owners." } : {});
}
