import { sql } from "drizzle-orm";
import { unreadableReportsLimit } from "@/contract/limits";
import type { SystemReply } from "@/contract/system";
import { queryRows, type RowOf } from "@/db/query";
import type { emailReports } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import type { Context } from "../context";

/** Returns the latest reports that can't be read, newest first. */
export async function listUnreadableReports({ db, projectId }: Context): Promise<SystemReply["unreadableReports"]> {
  const reports = await queryRows<RowOf<typeof emailReports, "id" | "source" | "problem" | "created_at">>(
    db,
    sql`select id, source, problem, created_at from email_reports where project_id = ${projectId} and problem is not null
      order by created_at desc limit ${unreadableReportsLimit}`,
  );
  return reports.map(({ id, source, problem, created_at: at }) => ({ id, source, problem: problem ?? "", receivedAt: isoTimestamp(at) }));
}
