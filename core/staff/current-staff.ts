import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import { ApiError } from "../api-error";
import { type Context, staffActor } from "../context";
import { verifyPassword } from "./password";
import type { Client } from "./sessions";
import { countOwnTry, giveOwnBack } from "./tries";
import type { StaffRow } from "./wire";

/** Whoever of the staff acts, as they are now. Refuses with `not_signed_in` where they were removed since the request began. */
export async function self(ctx: Context): Promise<StaffRow> {
  const [row] = await rows<StaffRow>(
    ctx.db,
    sql`select s.* from staff s where s.project_id = ${ctx.projectId} and s.id = ${staffActor(ctx).id}::uuid and s.removed_at is null`,
  );
  if (!row) throw new ApiError("not_signed_in");
  return row;
}

/** As `self`, for what a browser that was left open must not do: their password is asked again. Refuses with `wrong_password`. */
export async function selfByPassword(ctx: Context, typed: string, client: Client): Promise<StaffRow> {
  const row = await self(ctx);
  const tried = { staffId: row.id, client };
  await countOwnTry(ctx, tried);
  if (!(await verifyPassword(row.password_hash, typed))) throw new ApiError("wrong_password");
  await giveOwnBack(ctx, tried);
  return row;
}
