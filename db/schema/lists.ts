import { sql } from "drizzle-orm";
import { bigint, customType, foreignKey, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { actorKinds, exportFormats, listNames, printFormats } from "@/contract/enums";
import { createdAt, projectId, timestampMs, updatedAt } from "./columns";
import { projects } from "./projects";

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** Views of lists that a team saved: filters, sort order and columns under a name. */
export const savedViews = pgTable(
  "saved_views",
  {
    projectId: projectId(),
    /** UUID version 7. */
    id: uuid("id").notNull(),
    list: text("list", { enum: listNames }).notNull(),
    name: text("name").notNull(),
    /** The filters as the dashboard writes them in the URL of the list. */
    filters: jsonb("filters").$type<Record<string, string>>().notNull(),
    /** Null for the default sort order. */
    sort: jsonb("sort").$type<{ by: string; order: "asc" | "desc" }>(),
    /** The columns that are shown, in their order. Null for the default ones. */
    columns: text("columns").array(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id], name: "saved_views_pkey" }),
    uniqueIndex("saved_views_name_key").on(table.projectId, table.list, sql`lower(${table.name})`),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "saved_views_project_id_fkey" }),
  ],
);

/** What files are made for. */
export const savedFileKinds = ["export", "print"] as const;

/** Files that the worker makes: exported lists, and printed codes. They are in the database, because web servers and workers can run on different machines. */
export const savedFiles = pgTable(
  "saved_files",
  {
    projectId: projectId(),
    /** The ID of the job that makes the file. */
    id: uuid("id").notNull(),
    list: text("list", { enum: listNames }).notNull(),
    kind: text("kind", { enum: savedFileKinds }).notNull().default("export"),
    format: text("format", { enum: [...exportFormats, ...printFormats] }).notNull(),
    /** What was chosen, in the form of the kind. */
    details: jsonb("details"),
    rowCount: integer("row_count").notNull().default(0),
    /** The size of the file, in bytes. */
    size: bigint("size", { mode: "number" }).notNull().default(0),
    actorKind: text("actor_kind", { enum: actorKinds }).notNull(),
    actorId: text("actor_id"),
    createdAt: createdAt(),
    /** When the file is complete. */
    completedAt: timestampMs("completed_at"),
    expiresAt: timestampMs("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id], name: "saved_files_pkey" }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "saved_files_project_id_fkey" }),
  ],
);

/** The content of exported files, in pieces. */
export const savedFileChunks = pgTable(
  "saved_file_chunks",
  {
    projectId: projectId(),
    fileId: uuid("file_id").notNull(),
    position: integer("position").notNull(),
    content: bytea("content").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.fileId, table.position], name: "saved_file_chunks_pkey" }),
    foreignKey({
      columns: [table.projectId, table.fileId],
      foreignColumns: [savedFiles.projectId, savedFiles.id],
      name: "saved_file_chunks_project_id_file_id_fkey",
    }).onDelete("cascade"),
  ],
);
