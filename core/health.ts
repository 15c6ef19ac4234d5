import type { Availability } from "@/db/availability";
import { countPendingMigrations } from "@/db/migration-history";
import { withTimeout } from "@/lib/timeout";
import { ApiError } from "./api-error";
import type { Context } from "./context";

/** How long the database can be unreachable before the process isn't ready, in milliseconds. */
const maxOutageMs = 30_000;

/** The timeout for the database's response, in milliseconds. Proxies take a node out of use whose answer takes too long. */
const databaseTimeoutMs = 500;

let isStopping = false;

/** Makes this process not ready from now on, so that proxies send their requests to other nodes before it stops. */
export function stopBeingReady(): void {
  isStopping = true;
}

export const getLiveness = () => ({ status: "live" as const });

/** Throws `not_ready` if the process is stopping, the database has been unreachable for 30 seconds or migrations are pending. */
export async function getReadiness(ctx: Context, availability: Availability): Promise<{ status: "ready" }> {
  if (isStopping) throw new ApiError("not_ready", { message: "The server is stopping." });
  const pending = await withTimeout(countPendingMigrations(ctx.db), databaseTimeoutMs).catch(() => null);
  if (pending !== null && pending > 0) throw new ApiError("not_ready", { message: "Migrations are pending." });
  if (pending === null && availability.unavailableForMs() >= maxOutageMs)
    throw new ApiError("not_ready", { message: "The database can't be reached." });
  return { status: "ready" };
}
