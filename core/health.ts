import { pendingMigrations } from "@/db/migrate";
import { type Reach, withDeadline } from "@/db/reach";
import { ApiError } from "./api-error";
import type { Context } from "./context";

/** How long the database may be away before a process stops calling itself ready, in milliseconds. */
const patience = 30_000;

/** How long the database may take to answer, in milliseconds. */
const deadline = 2000;

/** That this process runs. */
export const live = () => ({ status: "live" as const });

/** That this process can serve. Refuses with `not_ready` once the database has been away for 30 s, and while migrations wait to be run. */
export async function ready(ctx: Context, reach: Reach): Promise<{ status: "ready" }> {
  const pending = await withDeadline(pendingMigrations(ctx.db), deadline);
  if (pending !== null && pending > 0) throw new ApiError("not_ready", { message: "Migrations wait to be run." });
  if (pending === null && reach.awayFor() >= patience) throw new ApiError("not_ready", { message: "The database cannot be reached." });
  return { status: "ready" };
}
