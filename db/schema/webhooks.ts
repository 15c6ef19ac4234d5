import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ChatMessageKind } from "@/contract/chat-messages";
import { webhookDeliveryStatuses, webhookFormats, webhookStatuses, webhookStopReasons } from "@/contract/enums";
import type { EventType } from "@/contract/event-types";
import type { WebhookAttempt, WebhookFilter } from "@/contract/webhooks";
import { createdAt, projectId, timestampMs, updatedAt } from "./columns";
import { projects } from "./projects";

/** The URLs of other systems that are told of events. */
export const webhooks = pgTable(
  "webhooks",
  {
    projectId: projectId(),
    id: uuid("id").notNull(),
    url: text("url").notNull(),
    description: text("description").notNull(),
    /** Null for all types of events about records. */
    types: text("types").array().$type<EventType[]>(),
    filter: jsonb("filter").$type<WebhookFilter>().notNull().default({}),
    format: text("format", { enum: webhookFormats }).notNull(),
    /** The texts of messages to a chat, if they aren't the usual ones. */
    chatTexts: jsonb("chat_texts").$type<Partial<Record<ChatMessageKind, string>>>().notNull().default({}),
    /** Whether a chat gets the summary of each day, and the last day that it got. */
    dailySummary: boolean("daily_summary").notNull().default(false),
    summarizedDay: text("summarized_day"),
    status: text("status", { enum: webhookStatuses }).notNull().default("active"),
    /** Why it is disabled. Null unless it is. */
    stopReason: text("stop_reason", { enum: webhookStopReasons }),
    secretEncrypted: text("secret_encrypted").notNull(),
    /** The secret before it was rotated, which signs too until then. */
    previousSecretEncrypted: text("previous_secret_encrypted"),
    previousSecretUntil: timestampMs("previous_secret_until"),
    /** The position in the feed of events up to which the results of all are saved. */
    position: uuid("position").notNull(),
    /** Which worker delivers to it, and how long that applies. */
    leaseHolder: uuid("lease_holder"),
    leaseUntil: timestampMs("lease_until"),
    /** Until when it asked for no more requests. */
    slowUntil: timestampMs("slow_until"),
    /** The first failure since the last success, and which notices about it were sent. */
    failingSince: timestampMs("failing_since"),
    notices: integer("notices").notNull().default(0),
    lastSuccessAt: timestampMs("last_success_at"),
    lastFailure: jsonb("last_failure").$type<WebhookAttempt>(),
    /** The staff member. Null if a key created it. */
    createdBy: uuid("created_by"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Its deliveries are deleted later. */
    deletedAt: timestampMs("deleted_at"),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id], name: "webhooks_pkey" }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "webhooks_project_id_fkey" }),
  ],
);

/** An event that a webhook is told of. The row is the job: it is pending until it is delivered or given up. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    projectId: projectId(),
    webhookId: uuid("webhook_id").notNull(),
    eventId: uuid("event_id").notNull(),
    type: text("type").$type<EventType>().notNull(),
    isTest: boolean("is_test").notNull().default(false),
    /** The lead and the code that it is about. */
    email: text("email"),
    codeKey: text("code_key"),
    codeText: text("code_text"),
    /** The event in JSON. Null after someone in it was erased. */
    payload: text("payload"),
    /** The emails in the payload, to find it when a lead is erased. */
    emails: text("emails").array().notNull().default([]),
    status: text("status", { enum: webhookDeliveryStatuses }).notNull().default("pending"),
    attempts: jsonb("attempts").$type<WebhookAttempt[]>().notNull().default([]),
    /** How many of the attempts were before it was last queued, and don't count toward the delays. */
    earlierAttempts: integer("earlier_attempts").notNull().default(0),
    nextAttemptAt: timestampMs("next_attempt_at"),
    createdAt: createdAt(),
    endedAt: timestampMs("ended_at"),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.webhookId, table.eventId], name: "webhook_deliveries_pkey" }),
    foreignKey({
      columns: [table.projectId, table.webhookId],
      foreignColumns: [webhooks.projectId, webhooks.id],
      name: "webhook_deliveries_project_id_webhook_id_fkey",
    }).onDelete("cascade"),
    index("webhook_deliveries_due_idx").on(table.projectId, table.webhookId, table.nextAttemptAt).where(sql`${table.status} = 'pending'`),
    index("webhook_deliveries_undelivered_idx")
      .on(table.projectId, table.webhookId, table.eventId)
      .where(sql`${table.status} <> 'delivered'`),
    index("webhook_deliveries_by_type_idx").on(table.projectId, table.webhookId, table.type, table.eventId),
    index("webhook_deliveries_by_lead_idx").on(table.projectId, table.email, table.eventId).where(sql`${table.email} is not null`),
    index("webhook_deliveries_by_code_idx").on(table.projectId, table.codeKey, table.eventId).where(sql`${table.codeKey} is not null`),
    index("webhook_deliveries_by_email_idx").using("gin", table.emails).with({ fastupdate: false }).where(sql`${table.emails} <> '{}'`),
  ],
);

/** How many attempts succeeded and failed in each hour of the last days. */
export const webhookHours = pgTable(
  "webhook_hours",
  {
    projectId: projectId(),
    webhookId: uuid("webhook_id").notNull(),
    hour: timestampMs("hour").notNull(),
    delivered: integer("delivered").notNull(),
    failed: integer("failed").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.webhookId, table.hour], name: "webhook_hours_pkey" }),
    foreignKey({
      columns: [table.projectId, table.webhookId],
      foreignColumns: [webhooks.projectId, webhooks.id],
      name: "webhook_hours_project_id_webhook_id_fkey",
    }).onDelete("cascade"),
  ],
);
