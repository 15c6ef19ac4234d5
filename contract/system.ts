import * as z from "zod";
import { apiVersion } from "./changelog";
import { endpoint } from "./endpoint";
import { emailReportSources } from "./enums";
import { Timestamp } from "./fields";
import { countCap, unreadableReportsLimit } from "./limits";

const count = z.number().int();
const bytes = z.number().int();

/** `paused` and `unreachable` are about a server that is connected. */
const mailServerStatuses = ["connected", "unreachable", "paused", "saved_to_file", "unreadable"] as const;

export const SystemReply = z.object({
  version: z.string().meta({ description: "The version of Gatehouse." }),
  node: z.string().meta({ description: "The version of Node.js." }),
  database: z.object({ version: z.string(), size: bytes.meta({ description: "In bytes." }) }),
  queue: z
    .object({
      waiting: count.meta({ description: "Jobs that are due and wait for a worker." }),
      active: count.meta({ description: "Jobs that a worker is processing." }),
      scheduled: count.meta({ description: "Jobs that are due later, such as retries of emails." }),
      lagSeconds: count.meta({ description: "How long the oldest due job has waited." }),
    })
    .meta({ description: "The background jobs of the installation." }),
  worker: z.object({
    running: z.boolean(),
    reportedAt: Timestamp.nullable().meta({ description: "When a worker last reported. Workers report every 30 seconds." }),
  }),
  disk: z
    .object({ free: bytes, total: bytes, nearlyFull: z.boolean() })
    .nullable()
    .meta({ description: "The disk of the worker's data folder, in bytes." }),
  backups: z.object({
    kept: count.meta({ description: "How many daily backups are kept. 0 if there are none." }),
    completedAt: Timestamp.nullable().meta({ description: "When the last daily backup was completed." }),
    error: z.string().nullable().meta({ description: "Why a later one failed." }),
    overdue: z.boolean(),
  }),
  mailServer: z.object({
    status: z.enum(mailServerStatuses).meta({
      description:
        "`saved_to_file`: no server is connected. `unreadable`: the server must be entered again, because `AUTH_SECRET` has changed.",
    }),
    unreachableSince: Timestamp.nullable(),
    error: z.string().nullable().meta({ description: "Why it is unreachable." }),
    waiting: count.meta({ description: `Emails to leads that are not sent yet, counted up to ${countCap.toLocaleString("en-US")}.` }),
  }),
  unreadableReports: z
    .array(
      z.object({
        id: z.string().meta({ description: "The SHA-256 of the report, in hex." }),
        source: z.enum(emailReportSources).meta({ description: "The provider, or `dsn` for a bounce message." }),
        problem: z.string().meta({ description: "Why it can't be read." }),
        receivedAt: Timestamp,
      }),
    )
    .meta({
      description: `The last ${unreadableReportsLimit} reports of bounces or complaints that can't be read, newest first, without their content.`,
    }),
});
export type SystemReply = z.output<typeof SystemReply>;

export const getSystemEndpoint = endpoint({
  method: "GET",
  path: "/system",
  tag: "Project",
  summary: "Get the state of the installation",
  description: "Returns versions, and whether the database, the worker, backups and the mail server work.",
  access: ["secret_key", "admin"],
  reply: SystemReply,
  errors: [],
  example: {
    reply: {
      version: apiVersion,
      node: "24.21.0",
      database: { version: "18.4", size: 73_400_320 },
      queue: { waiting: 0, active: 1, scheduled: 2, lagSeconds: 0 },
      worker: { running: true, reportedAt: "2026-11-21T12:00:00.000Z" },
      disk: { free: 21_474_836_480, total: 53_687_091_200, nearlyFull: false },
      backups: { kept: 7, completedAt: "2026-11-21T03:15:00.000Z", error: null, overdue: false },
      mailServer: { status: "connected", unreachableSince: null, error: null, waiting: 0 },
      unreadableReports: [
        { id: "9f86d081884c7d65…", source: "postmark", problem: "The report isn't JSON.", receivedAt: "2026-11-21T12:00:00.000Z" },
      ],
    },
  },
});

const tag = "Health";

export const getLivenessEndpoint = endpoint({
  method: "GET",
  path: "/health/live",
  tag,
  summary: "Check that the process is running",
  access: [],
  reply: z.object({ status: z.literal("live") }),
  errors: [],
  example: { reply: { status: "live" } },
});

export const getReadinessEndpoint = endpoint({
  method: "GET",
  path: "/health/ready",
  tag,
  summary: "Check that the process can handle requests",
  description:
    "Returns `not_ready` if the database has been unreachable for 30 seconds, if migrations are pending, or while the server is stopping.",
  access: [],
  reply: z.object({ status: z.literal("ready") }),
  errors: ["not_ready"],
  example: { reply: { status: "ready" } },
});
