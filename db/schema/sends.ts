import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { actorKinds, deliveryStatuses, messageKinds, sendKinds } from "@/contract/kinds";
import { mailKinds } from "@/contract/mail-texts";
import { projects } from "./access";
import { batches } from "./codes";
import { createdAt, moment, projectId, updatedAt } from "./columns";
import { leads } from "./leads";

export const sends = pgTable(
  "sends",
  {
    projectId: projectId(),
    /** UUID version 7, so that the newest send sorts last. */
    id: uuid("id").notNull(),
    /** The code that was sent and its identity; none for an invitation, which has a batch of personal ones. They stay when the code is deleted. */
    codeText: text("code_text"),
    codeKey: text("code_key"),
    batchId: uuid("batch_id"),
    kind: text("kind", { enum: sendKinds }).notNull(),
    /** Who sent it; null for sends from before that was written down. */
    actorKind: text("actor_kind", { enum: actorKinds }),
    actorId: text("actor_id"),
    received: integer("received").notNull(),
    notified: integer("notified").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    foreignKey({ columns: [table.projectId, table.batchId], foreignColumns: [batches.projectId, batches.id], name: "send_is_of_a_batch" }),
    index("sends_of_a_code").on(table.projectId, table.codeKey, table.id),
    index("sends_of_a_batch").on(table.projectId, table.batchId, table.id).where(sql`${table.batchId} is not null`),
    index("sends_of_a_kind").on(table.projectId, table.kind, table.id),
  ],
);

/** What staff made of the words of a kind of message; the service's own where there is no row. */
export const mailTexts = pgTable(
  "mail_texts",
  {
    projectId: projectId(),
    kind: text("kind", { enum: mailKinds }).notNull(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    button: text("button").notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.kind] }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "mail_text_is_of_a_project" }),
  ],
);

export const deliveries = pgTable(
  "deliveries",
  {
    projectId: projectId(),
    /** Also the Message-ID, so that a message that is sent twice can be told as one. */
    id: uuid("id").notNull(),
    kind: text("kind", { enum: messageKinds }).notNull().default("code"),
    /** The send it is of and the code it brings; none of a message that the service wrote by itself. */
    sendId: uuid("send_id"),
    email: text("email").notNull(),
    codeKey: text("code_key"),
    codeText: text("code_text"),
    status: text("status", { enum: deliveryStatuses }).notNull().default("queued"),
    attempts: integer("attempts").notNull().default(0),
    error: text("error"),
    /** When staff stopped it, or its code was deleted, while it was under way: it may still leave, and is not tried again. */
    stoppedAt: moment("stopped_at"),
    nextAttemptAt: moment("next_attempt_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    foreignKey({ columns: [table.projectId, table.sendId], foreignColumns: [sends.projectId, sends.id], name: "delivery_is_of_a_send" }),
    foreignKey({
      columns: [table.projectId, table.email],
      foreignColumns: [leads.projectId, leads.email],
      name: "delivery_is_to_a_lead",
    }).onDelete("cascade"),
    uniqueIndex("deliveries_of_a_send").on(table.projectId, table.sendId, table.email),
    // The messages of a send are written together and its id sorts by time, so all lists of them are in the order of sends, newest first.
    index("deliveries_by_status").on(table.projectId, table.status, table.sendId, table.email),
    index("deliveries_to_a_lead").on(table.projectId, table.email, table.createdAt, table.id),
    index("deliveries_of_a_code").on(table.projectId, table.codeKey, table.sendId, table.email),
    index("deliveries_failed_newest").on(table.projectId, table.updatedAt, table.sendId).where(sql`${table.status} = 'failed'`),
    check(
      "a_message_with_a_code_is_of_a_send",
      sql`(${table.kind} = 'code') = (${table.sendId} is not null) and (${table.kind} not in ('code', 'claimed')) = (${table.codeKey} is null) and (${table.codeKey} is null) = (${table.codeText} is null)`,
    ),
    check("attempts_are_counted", sql`${table.attempts} >= 0`),
  ],
);
