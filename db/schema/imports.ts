import { sql } from "drizzle-orm";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { actorKinds } from "@/contract/enums";
import type { ColumnStats, ImportSettings } from "@/contract/import-settings";
import { importFormats, importKinds, importRowOutcomes, importRowResults, storedImportStatuses } from "@/contract/import-values";
import type { ImportCounts, RowProblem } from "@/contract/imports";
import { createdAt, projectId, timestampMs, updatedAt } from "./columns";
import { projects } from "./projects";

/** Imported files. They are kept: the sign-ups of the day leave out the leads that have the time of their import. */
export const imports = pgTable(
  "imports",
  {
    projectId: projectId(),
    /** UUID version 7, so that the newest import sorts last. */
    id: uuid("id").notNull(),
    /** The last step that was started or completed. The job of that step tells whether it failed. */
    status: text("status", { enum: storedImportStatuses }).notNull().default("uploaded"),
    kind: text("kind", { enum: importKinds }).notNull().default("leads"),
    fileName: text("file_name").notNull(),
    format: text("format", { enum: importFormats }).notNull(),
    encoding: text("encoding"),
    delimiter: text("delimiter"),
    /** The sheet of an Excel file that was read. */
    sheet: text("sheet"),
    /** The row with the headers. 0 if there are none, and null for files that earlier versions read. */
    headerRow: integer("header_row"),
    columns: jsonb("columns").$type<string[]>().notNull(),
    rowCount: integer("row_count").notNull(),
    /** What the values of each column are. Null for imports that earlier versions uploaded. */
    columnStats: jsonb("column_stats").$type<ColumnStats[]>(),
    /** What was chosen for the last check. */
    settings: jsonb("settings").$type<ImportSettings>(),
    counts: jsonb("counts").$type<ImportCounts>(),
    createdCount: integer("created_count").notNull().default(0),
    updatedCount: integer("updated_count").notNull().default(0),
    skippedCount: integer("skipped_count").notNull().default(0),
    undoneCount: integer("undone_count").notNull().default(0),
    keptCount: integer("kept_count").notNull().default(0),
    /** The job of the current step. */
    jobId: uuid("job_id"),
    actorKind: text("actor_kind", { enum: actorKinds }).notNull(),
    actorId: text("actor_id"),
    /** When it started to write leads: the creation time of those without a date in the file. */
    startedAt: timestampMs("started_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id], name: "imports_pkey" }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "imports_project_id_fkey" }),
  ],
);

/** The rows of imported files. They are deleted 30 days after the upload, and emptied when their lead is deleted. */
export const importRows = pgTable(
  "import_rows",
  {
    projectId: projectId(),
    importId: uuid("import_id").notNull(),
    /** The row in the file, from 1. */
    row: integer("row").notNull(),
    cells: jsonb("cells").$type<string[]>().notNull(),
    /** The normalized email, or until the row is checked and in invalid rows, the first email in its cells. */
    email: text("email"),
    /** Why the row couldn't be read, so that its cells are a guess. */
    unreadable: text("unreadable"),
    /** What the check found in the cells. */
    lead: jsonb("lead"),
    outcome: text("outcome", { enum: importRowOutcomes }),
    problem: jsonb("problem").$type<RowProblem>(),
    result: text("result", { enum: importRowResults }),
    /** The lead's own referral code, which tells the imported lead from a later one with the same email. */
    referralCode: text("referral_code"),
    /** What was changed in an existing lead: the values before and after, by column. */
    changes: jsonb("changes"),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.importId, table.row], name: "import_rows_pkey" }),
    foreignKey({
      columns: [table.projectId, table.importId],
      foreignColumns: [imports.projectId, imports.id],
      name: "import_rows_project_id_import_id_fkey",
    }),
    index("import_rows_by_email_idx").on(table.projectId, table.email, table.importId, table.row).where(sql`${table.email} is not null`),
  ],
);
