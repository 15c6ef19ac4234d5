import { mayGive, type Role } from "@/contract/roles";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { lockProject } from "../projects/lock";
import { self } from "./self";

/**
 * Takes the team's lock, which is the project's row, and answers the role of whoever acts as it is under it: whoever changes the team
 * waits here for whoever does already, who may have demoted them. Refuses with `not_signed_in` where they were disabled or removed.
 */
export async function lockTeam(ctx: Context): Promise<Role> {
  await lockProject(ctx.db, ctx.projectId);
  const { role, disabled_at } = await self(ctx);
  if (disabled_at !== null) throw new ApiError("not_signed_in");
  return role;
}

/** Refuses with `role_required` where somebody with `own` may not give one of the roles. */
export function refuseUnlessMayGive(own: Role, touched: readonly Role[]): void {
  const fixed = touched.find((role) => !mayGive(own, role));
  if (fixed === undefined) return;
  throw new ApiError("role_required", fixed === "owner" ? { message: "Only owners change owners and make new ones." } : {});
}
