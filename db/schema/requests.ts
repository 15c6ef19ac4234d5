import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, projectId, timestampMs } from "./columns";

/** The first responses to writes that had an Idempotency-Key, kept for a day. */
export const idempotentResponses = pgTable(
  "idempotent_responses",
  {
    projectId: projectId(),
    /** `secret_key` or `public_key`, or the id of the staff member. */
    caller: text("caller").notNull(),
    key: text("key").notNull(),
    /** SHA-256 of method, path and body, in hex. */
    requestHash: text("request_hash").notNull(),
    createdAt: createdAt(),
    /** When the response is erased, because it contains a token that no longer works then. Null if it doesn't, or if it has been erased. */
    erasedAt: timestampMs("erased_at"),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.caller, table.key], name: "idempotent_responses_pkey" }),
    index("idempotent_responses_by_created_at_idx").on(table.createdAt),
    index("idempotent_responses_by_erased_at_idx").on(table.erasedAt).where(sql`${table.erasedAt} is not null`),
  ],
);

/** The body of a stored response, in the chunks it was streamed in. */
export const idempotentResponseChunks = pgTable(
  "idempotent_response_chunks",
  {
    projectId: projectId(),
    caller: text("caller").notNull(),
    key: text("key").notNull(),
    chunkIndex: integer("chunk_index").notNull(),
    chunk: text("chunk").notNull(),
    /** The emails in the chunk, to find it when a lead is erased. */
    emails: text("emails").array().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.caller, table.key, table.chunkIndex], name: "idempotent_response_chunks_pkey" }),
    foreignKey({
      columns: [table.projectId, table.caller, table.key],
      foreignColumns: [idempotentResponses.projectId, idempotentResponses.caller, idempotentResponses.key],
      name: "idempotent_response_chunks_project_id_caller_key_fkey",
    }).onDelete("cascade"),
    // Without the list of pending entries, which a search for many emails reads for each of them.
    index("idempotent_response_chunks_by_email_idx")
      .using("gin", table.emails)
      .with({ fastupdate: false })
      .where(sql`${table.emails} <> '{}'`),
  ],
);

/** The attempts counted by each rate limit in its current window. An unlogged table: losing it in a crash does no harm. */
export const rateLimitWindows = pgTable(
  "rate_limit_windows",
  {
    projectId: projectId(),
    /** The rate limit's name, such as `guess.client`. */
    name: text("name").notNull(),
    /** Who is limited: the hash of an IP address or email, or `project`. */
    subject: text("subject").notNull(),
    endsAt: timestampMs("ends_at").notNull(),
    attempts: integer("attempts").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.name, table.subject], name: "rate_limit_windows_pkey" }),
    index("rate_limit_windows_by_ends_at_idx").on(table.endsAt),
  ],
);
