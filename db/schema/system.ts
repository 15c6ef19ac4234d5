import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { updatedAt } from "./columns";

/** What workers report about the installation: one row for each kind of report, and one for the mail server of each project that doesn't respond. */
export const systemReports = pgTable("system_reports", {
  name: text("name").primaryKey(),
  data: jsonb("data").notNull(),
  updatedAt: updatedAt(),
});
