import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { binEntryKinds, binRowKinds } from "@/contract/bin";
import { actorKinds } from "@/contract/enums";
import { createdAt, projectId } from "./columns";
import { projects } from "./projects";

/** Deleted codes, leads and batches that can be restored. See docs/decisions/0047-bin.md. */
export const binEntries = pgTable(
  "bin_entries",
  {
    projectId: projectId(),
    /** UUID version 7, so that what was deleted last sorts last. */
    id: uuid("id").notNull(),
    kind: text("kind", { enum: binEntryKinds }).notNull(),
    /** The code's key, the lead's email, or the batch's ID. */
    key: text("key").notNull(),
    /** The code as shown to people, the lead's email, or the batch's name. */
    label: text("label").notNull(),
    /** The job that deleted it. What one job deleted is restored together. */
    deletionId: uuid("deletion_id").notNull(),
    /** Whether it has a line of its own in the list. The codes of a deleted batch don't. */
    isListed: boolean("is_listed").notNull(),
    /** Who a code is reserved for. */
    reservedFor: text("reserved_for"),
    /** The deleted row. */
    row: jsonb("row").notNull(),
    actorKind: text("actor_kind", { enum: actorKinds }).notNull(),
    actorId: text("actor_id"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id], name: "bin_entries_pkey" }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "bin_entries_project_id_fkey" }),
    index("bin_entries_listed_idx").on(table.projectId, table.id).where(sql`${table.isListed}`),
    index("bin_entries_by_deletion_idx").on(table.projectId, table.deletionId, table.id),
    index("bin_entries_by_key_idx").on(table.projectId, table.key),
    index("bin_entries_by_reserved_for_idx").on(table.projectId, table.reservedFor).where(sql`${table.reservedFor} is not null`),
    index("bin_entries_by_created_at_idx").on(table.projectId, table.createdAt),
  ],
);

/** What was deleted or changed together with an entry of the bin, such as the claims of a code. */
export const binRows = pgTable(
  "bin_rows",
  {
    projectId: projectId(),
    entryId: uuid("entry_id").notNull(),
    kind: text("kind", { enum: binRowKinds }).notNull(),
    /** The person it is about, unless that is the lead of the entry. Erasing them deletes the row. */
    email: text("email"),
    row: jsonb("row").notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.projectId, table.entryId],
      foreignColumns: [binEntries.projectId, binEntries.id],
      name: "bin_rows_project_id_entry_id_fkey",
    }).onDelete("cascade"),
    index("bin_rows_by_entry_idx").on(table.projectId, table.entryId, table.kind),
    index("bin_rows_by_email_idx").on(table.projectId, table.email).where(sql`${table.email} is not null`),
  ],
);
