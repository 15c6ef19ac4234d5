import { type SQL, sql } from "drizzle-orm";
import { assignableRoles, canAssignRole, type Role, roles } from "@/contract/roles";
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

/** A list of roles in SQL, for `in`. */
export const roleList = (list: readonly Role[]): SQL => sql.raw(list.length === 0 ? "null" : `'${list.join("', '")}'`);

/** Whether a staff member with the role in column `s.role` can assign the role of an invitation `i`. */
const canInviterAssignRole = sql.join(
  roles.map((role) => sql`(s.role = ${sql.raw(`'${role}'`)} and i.role in (${roleList(assignableRoles(role))}))`),
  sql` or `,
);

/** Whether an invitation `i` can be accepted: it isn't expired, and the person who sent it could send it now. */
export const isAcceptableInvitation: SQL = sql`i.expires_at > now() and (i.invited_by is null or exists (
  select from staff s where s.project_id = i.project_id and s.id = i.invited_by and s.disabled_at is null and s.removed_at is null
    and (${canInviterAssignRole})))`;
