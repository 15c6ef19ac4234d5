import { sql } from "drizzle-orm";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { actorKinds } from "@/contract/kinds";
import { taskKinds, taskStates } from "@/contract/tasks";
import { projects } from "./access";
import { createdAt, moment, projectId, updatedAt } from "./columns";

/** Work that may take longer than an answer can wait: what is asked, how far it is, and for whom it is done. */
export const tasks = pgTable(
  "tasks",
  {
    projectId: projectId(),
    /** UUID version 7, so that the newest task sorts last. */
    id: uuid("id").notNull(),
    kind: text("kind", { enum: taskKinds }).notNull(),
    state: text("state", { enum: taskStates }).notNull().default("waiting"),
    /** What is asked, as its kind takes it; emptied at the end, since it may name addresses. */
    ask: jsonb("ask"),
    /** The last that was done, in the order of the task: where it goes on after a stop. */
    reached: jsonb("reached"),
    total: integer("total"),
    done: integer("done").notNull().default(0),
    changed: integer("changed").notNull().default(0),
    problem: jsonb("problem").$type<{ error: string; message: string }>(),
    batchId: uuid("batch_id"),
    /** The name of the batch, which stays when the batch is deleted. */
    batchName: text("batch_name"),
    actorKind: text("actor_kind", { enum: actorKinds }).notNull(),
    actorId: text("actor_id"),
    requestId: text("request_id"),
    /** What whoever asked could see: see `core/tasks/seen.ts`. */
    seen: text("seen"),
    /** How often in a row a statement of it was stopped for taking too long. */
    timeouts: smallint("timeouts").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    endedAt: moment("ended_at"),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "task_is_of_a_project" }),
    index("tasks_not_ended").on(table.projectId, table.id).where(sql`${table.endedAt} is null`),
    index("tasks_by_end").on(table.endedAt).where(sql`${table.endedAt} is not null`),
  ],
);

/** Counts over much of a project, kept for a while since counting takes long; losing them in a crash does no harm. */
export const figures = pgTable(
  "figures",
  {
    projectId: projectId(),
    /** What is counted, such as `overview` or `claims.days`. */
    name: text("name").notNull(),
    /** Of what: a batch's id and the like; empty for the whole project. */
    subject: text("subject").notNull().default(""),
    value: jsonb("value").notNull(),
    countedAt: moment("counted_at").notNull(),
    /** How long counting took, in milliseconds. */
    tookMs: integer("took_ms").notNull(),
    /** When somebody asked for it, to the quarter of an hour: what nobody asks for is not kept fresh. */
    askedAt: moment("asked_at").notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.name, table.subject] })],
);
