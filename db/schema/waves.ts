import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { EmailTemplateField } from "@/contract/default-email-templates";
import { actorKinds, codeTypes, waveStatuses, waveStopReasons } from "@/contract/enums";
import type { LeadFilter } from "@/contract/lead-filters";
import type { WaveRepeat } from "@/contract/waves";
import { createdAt, projectId, timestampMs } from "./columns";
import { projects } from "./projects";

/** Invitations of the next people in line. Who was invited is in `lead_invitations`. */
export const waves = pgTable(
  "waves",
  {
    projectId: projectId(),
    /** UUID version 7, so that the newest wave sorts last. */
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    status: text("status", { enum: waveStatuses }).notNull(),
    /** Why it was canceled or ended by itself. Null if staff did, or if it wasn't. */
    stopReason: text("stop_reason", { enum: waveStopReasons }),
    size: integer("size").notNull(),
    /** The filter of the waitlist as in the API. */
    filter: jsonb("filter").$type<LeadFilter>().notNull(),
    /** The filter of people who are invited before others. Null if the order of the line decides. */
    priority: jsonb("priority").$type<LeadFilter>(),
    /** Null for waves that aren't recurring. */
    repeat: jsonb("repeat").$type<WaveRepeat>(),
    /** How many people a recurring wave will still invite. Not changed by places that are passed on. */
    remaining: integer("remaining"),
    /** The batch whose codes it hands out. Null if it creates new codes. */
    batchId: uuid("batch_id"),
    codeType: text("code_type", { enum: codeTypes }).notNull(),
    validUntil: timestampMs("valid_until"),
    expiresAfterDays: integer("expires_after_days"),
    reminderAfterDays: integer("reminder_after_days"),
    passOn: boolean("pass_on").notNull(),
    /** How many codes those it invited can pass on. Null if the project's setting decides. */
    inviteQuota: integer("invite_quota"),
    /** The texts that replace those of the email template. Null if none does. */
    content: jsonb("content").$type<Partial<Record<EmailTemplateField, string | null | undefined>>>(),
    /** How many were invited. Doesn't change when leads are deleted. */
    invited: integer("invited").notNull().default(0),
    /** For a recurring wave: when it invites people next. */
    scheduledAt: timestampMs("scheduled_at"),
    sentAt: timestampMs("sent_at"),
    /** The last job that invited its people in parts, which is also the id of their send. Null if they were invited at once. */
    jobId: uuid("job_id"),
    /** Who created it. It is sent in their name. */
    actorKind: text("actor_kind", { enum: actorKinds }).notNull(),
    actorId: text("actor_id"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id], name: "waves_pkey" }),
    foreignKey({ columns: [table.projectId], foreignColumns: [projects.id], name: "waves_project_id_fkey" }),
    index("waves_scheduled_idx").on(table.scheduledAt).where(sql`${table.status} = 'scheduled'`),
    index("waves_recurring_idx").on(table.scheduledAt).where(sql`${table.status} = 'recurring'`),
    index("waves_passing_on_idx").on(table.projectId).where(sql`${table.passOn} and ${table.status} = 'sent'`),
    check("waves_scheduled_at_check", sql`${table.status} <> 'scheduled' or ${table.scheduledAt} is not null`),
  ],
);
