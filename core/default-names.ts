import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import { formatDay, formatTime, isoTimestamp } from "@/lib/dates";
import { type Context, getDatabaseTime } from "./context";
import { getProject } from "./projects/record";

const tables = { batches: sql`batches`, waves: sql`waves` } as const satisfies Record<string, SQL>;

/**
 * Returns the name of a batch or wave that staff didn't name: what it is and the day in the project's time zone, such as "20 codes, Nov
 * 28, 2026". If that is taken, it also has the time of day.
 */
export async function defaultName(ctx: Context, table: keyof typeof tables, subject: string, at?: string | null): Promise<string> {
  const { timeZone } = await getProject(ctx);
  const time = new Date(isoTimestamp(at ?? (await getDatabaseTime(ctx))));
  const name = `${subject}, ${formatDay(time, timeZone)}`;
  const [taken] = await queryRows(
    ctx.db,
    sql`select from ${tables[table]} where project_id = ${ctx.projectId} and name collate "und-x-icu" = ${name} limit 1`,
  );
  return taken ? `${name}, ${formatTime(time, timeZone)}` : name;
}
