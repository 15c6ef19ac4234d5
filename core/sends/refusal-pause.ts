import { type SQL, sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { emailCircuitBreakers } from "@/db/schema";
import type { Context } from "../context";

/** Whether email of breaker `b` is paused. */
export const isPausedSql = sql`(b.paused_at is not null and b.resumed_at is null)`;

/** Whether email of a project is paused because of refusals. */
export const refusalPauseSql = (projectId: SQL): SQL =>
  sql`exists (select from email_circuit_breakers b where b.project_id = ${projectId} and ${isPausedSql})`;

/** Locks the state of the circuit breaker before the project, in the same order as `countRefusals`. */
export const lockCircuitBreaker = ({ db, projectId }: Context): Promise<unknown> =>
  db.execute(sql`select from email_circuit_breakers where project_id = ${projectId} for update`);

/** Ends the pause because of refusals, in the caller's transaction, which has locked it. Returns whether there was one. */
export async function endRefusalPause({ db, projectId }: Context): Promise<boolean> {
  const ended = await queryRows(
    db,
    sql`update email_circuit_breakers b set resumed_at = now(), recent = '{}' where b.project_id = ${projectId} and ${isPausedSql} returning b.project_id`,
  );
  return ended.length > 0;
}

export type RefusalPause = Pick<RowOf<typeof emailCircuitBreakers>, "reason" | "response" | "refused" | "total"> & {
  since: string;
  until: string | null;
  is_paused: boolean;
};

/** Returns the last pause because of refusals if it ended in the last 24 hours or hasn't ended. `since` is an hour before it, `until` its end. */
export async function getRefusalPause({ db, projectId }: Context): Promise<RefusalPause | null> {
  const [pause] = await queryRows<RefusalPause>(
    db,
    sql`select b.reason, b.response, b.refused, b.total, ${isPausedSql} as is_paused, b.paused_at - interval '1 hour' as since, b.resumed_at as until from email_circuit_breakers b
      where b.project_id = ${projectId} and b.paused_at is not null and (b.resumed_at is null or b.resumed_at > now() - interval '24 hours')`,
  );
  return pause ?? null;
}
