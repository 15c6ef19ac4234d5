import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { updatedAt } from "./columns";

/** What workers report about the install, for the overview: one row for each kind of report. */
export const systemReports = pgTable("system_reports", {
  name: text("name", { enum: ["worker", "backup"] }).primaryKey(),
  data: jsonb("data").notNull(),
  updatedAt: updatedAt(),
});
