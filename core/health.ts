import { pendingMigrations } from "@/db/migrate";
import type { Context } from "./context";
import { Refusal } from "./refusal";

/** How long the database may be away before a process stops calling itself ready, in milliseconds. */
const patience = 30_000;

/** How long the question to the database may take, in milliseconds. */
const deadline = 2000;

let lastReached: number | undefined;

/** That this process runs. */
export const live = () => ({ status: "live" as const });

/** That this process can serve. Refuses with `not_ready` once the database has been away for 30 s, and while migrations wait to be run. */
export async function ready(ctx: Context): Promise<{ status: "ready" }> {
  const pending = await Promise.race([pendingMigrations(ctx.db), after(deadline)]).catch(() => null);
  if (pending !== null) lastReached = Date.now();
  if (pending !== null && pending > 0) throw new Refusal("not_ready", { message: "Migrations wait to be run." });
  if (lastReached === undefined || Date.now() - lastReached >= patience) {
    throw new Refusal("not_ready", { message: "The database cannot be reached." });
  }
  return { status: "ready" };
}

function after(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, null).unref());
}
