import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { emailTemplateKinds } from "@/contract/default-email-templates";
import {
  actorKinds,
  codeMessageKinds,
  deliveryStatuses,
  messageKinds,
  savedEmailSkipReasons,
  sendKinds,
  sentStatuses,
} from "@/contract/enums";
import type { SkipReason } from "@/contract/sends";
import { batches } from "./codes";
import { createdAt, projectId, timestampMs, updatedAt } from "./columns";
import { leads } from "./leads";
import { projects } from "./projects";

/** A send that is being canceled: its emails aren't sent anymore, and are canceled in parts. */
export type Cancellation = {
  /** Becomes the error of its deliveries. */
  reason: string | null;
  /** Whether its emails were still being queued. */
  wasQueueing: boolean;
  /** How many were canceled so far. */
  deliveries: number;
  /** Who canceled it. */
  actorKind: (typeof actorKinds)[number];
  actorId: string | null;
  requestId: string | null;
};

export const sends = pgTable(
  "sends",
  {
    projectId: projectId(),
    /** UUID version 7, so that the newest send sorts last. Also that of the job that queues its emails, if there is one. */
    id: uuid("id").notNull(),
    /** The code that was sent. It remains when the code is deleted. Null for invitations, which have a batch of personal codes. */
    codeText: text("code_text"),
    codeKey: text("code_key"),
    batchId: uuid("batch_id"),
    /** Whether it hands out existing codes of the batch, and not new ones. */
    fromBatch: boolean("from_batch").notNull().default(false),
    kind: text("kind", { enum: sendKinds }).notNull(),
    actorKind: text("actor_kind", { enum: actorKinds }),
    actorId: text("actor_id"),
    received: integer("received").notNull(),
    notified: integer("notified").notNull(),
    /** How many recipients were skipped, by reason. Null for sends of earlier versions. */
    skipped: jsonb("skipped").$type<Partial<Record<SkipReason, number>>>(),
    /** The texts of this send. Null for those of its template. */
    subject: text("subject"),
    body: text("body"),
    button: text("button"),
    /** Where the button of an announcement leads. */
    buttonUrl: text("button_url"),
    /** When its emails go out, if that was later than they were queued. */
    scheduledAt: timestampMs("scheduled_at"),
    /** Null unless it is being canceled. */
    canceling: jsonb("canceling").$type<Cancellation>(),
    /** Whether the event that all of its emails have their result was recorded. Emails that are retried start it again. */
    isFinished: boolean("is_finished").notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id], name: "sends_pkey" }),
    index("sends_canceling_idx").on(table.projectId, table.id).where(sql`${table.canceling} is not null`),
    index("sends_unfinished_idx").on(table.projectId, table.id).where(sql`not ${table.isFinished}`),
    foreignKey({
      columns: [table.projectId, table.batchId],
      foreignColumns: [batches.projectId, batches.id],
      name: "sends_project_id_batch_id_fkey",
    }),
    index("sends_by_code_idx").on(table.projectId, table.codeKey, table.id),
    index("sends_by_batch_idx").on(table.projectId, table.batchId, table.id).where(sql`${table.batchId} is not null`),
    index("sends_by_kind_idx").on(table.projectId, table.kind, table.id),
    // Finds those that reached no one, which aren't listed.
    index("sends_without_emails_idx").on(table.projectId, table.id).where(sql`${table.notified} = 0`),
  ],
);

/** Customized email templates. The default template applies where there is no row. */
export const emailTemplates = pgTable(
  "email_templates",
  {
    projectId: projectId(),
    kind: text("kind", { enum: emailTemplateKinds }).notNull(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    button: text("button").notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.kind], name: "email_templates_pkey" }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "email_templates_project_id_fkey" }),
  ],
);

/** The texts that a template had, newest last. The current texts have a version too, unless they were saved before there were versions. */
export const emailTemplateVersions = pgTable(
  "email_template_versions",
  {
    projectId: projectId(),
    kind: text("kind", { enum: emailTemplateKinds }).notNull(),
    /** UUID version 7, so that the newest version sorts last. */
    id: uuid("id").notNull(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    button: text("button").notNull(),
    /** Who saved it. Null if it isn't known. */
    actorKind: text("actor_kind", { enum: actorKinds }),
    actorId: text("actor_id"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.kind, table.id], name: "email_template_versions_pkey" }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "email_template_versions_project_id_fkey" }),
  ],
);

export const deliveries = pgTable(
  "deliveries",
  {
    projectId: projectId(),
    /** Also the Message-ID, so that an email that is sent twice is recognized as one. */
    id: uuid("id").notNull(),
    kind: text("kind", { enum: messageKinds }).notNull().default("code"),
    /** The send and its code. Null for automatic emails, except that emails about a claim have the code. */
    sendId: uuid("send_id"),
    email: text("email").notNull(),
    /** The email that it was sent to, if the lead has changed theirs since. */
    recipient: text("recipient"),
    codeKey: text("code_key"),
    codeText: text("code_text"),
    /** Whether it is an invitation by a wave. */
    isAutomatic: boolean("is_automatic").notNull().default(false),
    status: text("status", { enum: deliveryStatuses }).notNull().default("queued"),
    attempts: integer("attempts").notNull().default(0),
    error: text("error"),
    /** Why it wasn't sent, if it was saved to a file and skipped when those were sent. */
    skipReason: text("skip_reason", { enum: savedEmailSkipReasons }),
    /** When it was canceled while being sent: this attempt may still succeed, but there is no other. */
    canceledAt: timestampMs("canceled_at"),
    nextAttemptAt: timestampMs("next_attempt_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id], name: "deliveries_pkey" }),
    foreignKey({
      columns: [table.projectId, table.sendId],
      foreignColumns: [sends.projectId, sends.id],
      name: "deliveries_project_id_send_id_fkey",
    }),
    foreignKey({
      columns: [table.projectId, table.email],
      foreignColumns: [leads.projectId, leads.email],
      name: "deliveries_project_id_email_fkey",
    }).onDelete("cascade"),
    uniqueIndex("deliveries_by_send_key").on(table.projectId, table.sendId, table.email),
    // Send ids sort by time and the deliveries of a send are created together, so all lists of deliveries use send order, newest first.
    index("deliveries_by_status_idx").on(table.projectId, table.status, table.sendId, table.email),
    index("deliveries_by_lead_idx").on(table.projectId, table.email, table.createdAt, table.id),
    // For what leads were sent, without reading the other columns.
    index("deliveries_sent_by_lead_idx")
      .on(table.projectId, table.email, table.kind, table.codeKey, table.updatedAt)
      .where(sql.raw(`status in (${sentStatuses.map((status) => `'${status}'`).join(", ")})`)),
    index("deliveries_by_code_idx").on(table.projectId, table.codeKey, table.sendId, table.email),
    index("deliveries_automatic_idx")
      .on(table.projectId, table.createdAt, table.id)
      .where(sql`${table.sendId} is null or ${table.isAutomatic}`),
    index("deliveries_failed_idx").on(table.projectId, table.updatedAt, table.sendId).where(sql`${table.status} = 'failed'`),
    // For the list of emails that were saved to files and of those that were skipped when these were sent.
    index("deliveries_saved_idx")
      .on(table.projectId, table.createdAt, table.id)
      .where(sql`${table.status} = 'saved_to_file' or ${table.skipReason} is not null`),
    check(
      "deliveries_send_and_code_match_kind",
      sql`(${table.kind} in ('code', 'announcement')) = (${table.sendId} is not null) and (${table.kind} not in (${sql.raw(codeMessageKinds.map((kind) => `'${kind}'`).join(", "))})) = (${table.codeKey} is null) and (${table.codeKey} is null) = (${table.codeText} is null)`,
    ),
    check("deliveries_attempts_check", sql`${table.attempts} >= 0`),
  ],
);
