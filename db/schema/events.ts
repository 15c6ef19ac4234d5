import { sql } from "drizzle-orm";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { actorKinds, eventKinds } from "@/contract/kinds";
import { createdAt, moment, projectId } from "./columns";

/** What happened, written in the transaction of the change. */
export const events = pgTable(
  "events",
  {
    projectId: projectId(),
    /** UUID version 7, so that the newest event sorts last. */
    id: uuid("id").notNull(),
    kind: text("kind", { enum: eventKinds }).notNull(),
    at: moment("at").notNull().default(sql`now()`),
    actorKind: text("actor_kind", { enum: actorKinds }).notNull(),
    actorId: text("actor_id"),
    requestId: text("request_id"),
    codeKey: text("code_key"),
    codeText: text("code_text"),
    /** Emptied when the lead is deleted. */
    email: text("email"),
    data: jsonb("data").notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    index("events_of_a_kind_of_actor").on(table.projectId, table.actorKind, table.id),
    index("events_of_an_actor").on(table.projectId, table.actorId, table.id).where(sql`${table.actorId} is not null`),
    index("events_of_a_kind").on(table.projectId, table.kind, table.id),
    index("events_of_a_kind_by").on(table.projectId, table.kind, table.actorKind, table.id),
    index("events_of_a_code").on(table.projectId, table.codeKey, table.id).where(sql`${table.codeKey} is not null`),
    index("events_of_a_lead").on(table.projectId, table.email, table.id).where(sql`${table.email} is not null`),
  ],
);

/** The first answers to writes that carried an Idempotency-Key, kept for a day. */
export const idempotentAnswers = pgTable(
  "idempotent_answers",
  {
    projectId: projectId(),
    /** The key (credential) that called. */
    caller: text("caller").notNull(),
    key: text("key").notNull(),
    /** SHA-256 of method, path and body, in hex. */
    request: text("request").notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.caller, table.key] }), index("idempotent_answers_by_age").on(table.createdAt)],
);

/** An answer's text in the pieces it was streamed in. */
export const idempotentAnswerPieces = pgTable(
  "idempotent_answer_pieces",
  {
    projectId: projectId(),
    caller: text("caller").notNull(),
    key: text("key").notNull(),
    position: integer("position").notNull(),
    piece: text("piece").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.caller, table.key, table.position] }),
    foreignKey({
      columns: [table.projectId, table.caller, table.key],
      foreignColumns: [idempotentAnswers.projectId, idempotentAnswers.caller, idempotentAnswers.key],
      name: "piece_is_of_an_answer",
    }).onDelete("cascade"),
  ],
);

/** Counts of tries against a budget, for a stretch of time; losing them in a crash does no harm. */
export const budgetWindows = pgTable(
  "budget_windows",
  {
    projectId: projectId(),
    /** What is counted, such as `guess.client`. */
    budget: text("budget").notNull(),
    /** Whose tries: a client's address in hashed form, or the project's. */
    subject: text("subject").notNull(),
    endsAt: moment("ends_at").notNull(),
    used: integer("used").notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.budget, table.subject] }), index("budget_windows_by_end").on(table.endsAt)],
);
