import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { projectId, timestampMs } from "./columns";

/** A cache of counts that take long to compute. An unlogged table: losing it in a crash does no harm. */
export const stats = pgTable(
  "stats",
  {
    projectId: projectId(),
    /** Such as `overview` or `claims.days`. */
    name: text("name").notNull(),
    /** What the count is limited to, such as a batch id. Empty for the whole project. */
    subject: text("subject").notNull().default(""),
    value: jsonb("value").notNull(),
    computedAt: timestampMs("computed_at").notNull(),
    durationMs: integer("duration_ms").notNull(),
    /** When it was last requested, to the quarter of an hour. Unrequested stats are not refreshed. */
    lastRequestedAt: timestampMs("last_requested_at").notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.name, table.subject], name: "stats_pkey" })],
);
