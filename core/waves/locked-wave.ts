import { type SQL, sql } from "drizzle-orm";
import { leadFilters } from "@/contract/lead-filters";
import { queryRows, type RowOf } from "@/db/query";
import type { waves } from "@/db/schema";
import { ApiError } from "../api-error";
import type { Context } from "../context";

export type LockedWave = RowOf<typeof waves> & { is_due: boolean };

/** Locks a wave until the transaction ends. Throws `wave_not_found`. */
export async function lockWave(ctx: Context, id: string): Promise<LockedWave> {
  const [wave] = await lockWaves(ctx, id, sql``);
  if (!wave) throw new ApiError("wave_not_found");
  return wave;
}

export const lockWaves = ({ db, projectId }: Context, id: string, ifLocked: SQL): Promise<LockedWave[]> =>
  queryRows<LockedWave>(
    db,
    sql`select *, coalesce(scheduled_at <= now(), false) as is_due from waves where project_id = ${projectId} and id = ${id} for no key update ${ifLocked}`,
  );

/** Throws if a stored filter was made by a newer version: without the filters that this one doesn't know, it would invite others too. */
export function assertKnownFilters({ filter, priority }: LockedWave): void {
  const unknown = Object.keys({ ...filter, ...priority }).filter((name) => !Object.hasOwn(leadFilters, name));
  if (unknown.length > 0) throw new Error(`This version doesn't know the filters ${unknown.join(", ")}`);
}
