import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { actorKinds } from "@/contract/enums";
import { eventKinds } from "@/contract/event-kinds";
import { projectId, timestampMs } from "./columns";

/** A claim by a new lead is stored as one row, and read as the events `lead.created` and `code.claimed`. See `core/events/stored-events.ts`. */
export const claimByNewLead = "code.claimed_by_new_lead";

/** The kinds of stored events of claims, of which a project can have millions. */
export const frequentEventKinds = ["lead.created", "code.claimed", claimByNewLead] as const;

/** The condition that an event is of none of these kinds. */
export const isInfrequent = (kind: SQLWrapper): SQL => sql`${kind} not in (${sql.raw(`'${frequentEventKinds.join("', '")}'`)})`;

/** The activity log. Each event is written in the transaction of its change. */
export const events = pgTable(
  "events",
  {
    projectId: projectId(),
    /** UUID version 7, so that the newest event sorts last. */
    id: uuid("id").notNull(),
    /** Or `claimByNewLead`. */
    kind: text("kind", { enum: eventKinds }).notNull(),
    at: timestampMs("at").notNull().default(sql`now()`),
    actorKind: text("actor_kind", { enum: actorKinds }).notNull(),
    actorId: text("actor_id"),
    requestId: text("request_id"),
    codeKey: text("code_key"),
    codeText: text("code_text"),
    /** Set to null when the lead is deleted. */
    email: text("email"),
    data: jsonb("data").notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id], name: "events_pkey" }),
    index("events_rare_by_actor_kind_idx").on(table.projectId, table.actorKind, table.id).where(isInfrequent(table.kind)),
    index("events_by_actor_idx").on(table.projectId, table.actorId, table.id).where(sql`${table.actorId} is not null`),
    index("events_by_kind_actor_kind_idx").on(table.projectId, table.kind, table.actorKind, table.id),
    index("events_by_code_idx").on(table.projectId, table.codeKey, table.id).where(sql`${table.codeKey} is not null`),
    index("events_by_lead_idx").on(table.projectId, table.email, table.id).where(sql`${table.email} is not null`),
  ],
);
