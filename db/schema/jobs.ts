import { sql } from "drizzle-orm";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { actorKinds } from "@/contract/enums";
import { jobKinds, jobStatuses } from "@/contract/jobs";
import { createdAt, projectId, timestampMs, updatedAt } from "./columns";
import { projects } from "./projects";

/** Work that can take longer than a request may wait. The worker does it in steps. */
export const backgroundJobs = pgTable(
  "background_jobs",
  {
    projectId: projectId(),
    /** UUID version 7, so that the newest job sorts last. */
    id: uuid("id").notNull(),
    kind: text("kind", { enum: jobKinds }).notNull(),
    status: text("status", { enum: jobStatuses }).notNull().default("queued"),
    /** The input, in the form of the job's kind. Set to null when the job ends, because it can contain emails. */
    params: jsonb("params"),
    /** The last item that was processed: where the job continues after a restart. */
    progress: jsonb("progress"),
    total: integer("total"),
    processed: integer("processed").notNull().default(0),
    changed: integer("changed").notNull().default(0),
    error: jsonb("error").$type<{ error: string; message: string }>(),
    batchId: uuid("batch_id"),
    /** A copy of the batch's name that remains when the batch is deleted. */
    batchName: text("batch_name"),
    actorKind: text("actor_kind", { enum: actorKinds }).notNull(),
    actorId: text("actor_id"),
    requestId: text("request_id"),
    /** Which transactions were visible when the job was created. See `core/jobs/handler.ts`. */
    snapshot: text("snapshot"),
    /** How many times in a row one of its statements timed out. */
    timeoutCount: smallint("timeout_count").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    endedAt: timestampMs("ended_at"),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id], name: "background_jobs_pkey" }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "background_jobs_project_id_fkey" }),
    index("background_jobs_open_idx").on(table.projectId, table.id).where(sql`${table.endedAt} is null`),
    index("background_jobs_by_ended_at_idx").on(table.endedAt).where(sql`${table.endedAt} is not null`),
  ],
);
