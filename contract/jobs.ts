import * as z from "zod";
import { endpoint, Flag, listQuery } from "./endpoint";
import { actorKinds } from "./enums";
import { Id, Timestamp } from "./fields";

const tag = "Jobs";

/** What a background job can do. */
export const jobKinds = [
  "codes.generate",
  "codes.pause",
  "codes.resume",
  "codes.extend",
  "codes.add_tags",
  "codes.remove_tags",
  "codes.delete",
  "codes.print",
  "batch.extend",
  "batch.delete",
  "leads.join_waitlist",
  "leads.leave_waitlist",
  "leads.return_to_waitlist",
  "leads.reissue_invitation",
  "leads.approve",
  "leads.add_tags",
  "leads.remove_tags",
  "leads.delete",
  "import.check",
  "import.run",
  "import.undo",
  "bin.restore",
  "bin.delete",
  "list.export",
  "send.queue",
  "send.retry",
  "wave.invite",
  "webhook.recover",
] as const;
export type JobKind = (typeof jobKinds)[number];

/** The kinds of jobs that do all of their work or nothing. */
export const atomicJobKinds = ["codes.generate", "codes.print", "list.export"] as const satisfies readonly JobKind[];
export type AtomicJobKind = (typeof atomicJobKinds)[number];

/** The status of a job. The last three are final. */
export const jobStatuses = ["queued", "running", "completed", "failed", "canceled"] as const;

export const JobRecord = z
  .object({
    id: Id,
    kind: z.enum(jobKinds),
    status: z.enum(jobStatuses),
    total: z.number().int().nullable().meta({ description: "The number of records to process. `null` until they're counted." }),
    processed: z.number().int().meta({ description: "The number of records processed so far." }),
    changed: z.number().int().meta({ description: "The number of processed records that were changed or created." }),
    error: z
      .object({ error: z.string(), message: z.string() })
      .nullable()
      .meta({ description: "The error that made the job fail or skip some records. `null` if there was none." }),
    batch: z
      .object({ id: Id, name: z.string() })
      .nullable()
      .meta({ description: "The batch that the job creates or changes. `null` if there's none." }),
    inBin: z.boolean().meta({ description: "Whether the bin has something that the job deleted, which `POST /bin/restore` brings back." }),
    file: z
      .object({ path: z.string().meta({ description: "The path of the file under the base URL." }), expiresAt: Timestamp })
      .nullable()
      .meta({ description: "The file that the job made. `null` until it's complete, after it expired, and for jobs that make none." }),
    actor: z.object({ kind: z.enum(actorKinds), name: z.string().nullable() }).meta({ description: "Who started the job." }),
    createdAt: Timestamp,
    endedAt: Timestamp.nullable().meta({ description: "When the job completed, failed or was canceled. `null` until then." }),
  })
  .meta({ id: "Job" });
export type JobRecord = z.output<typeof JobRecord>;

export const exampleJob: JobRecord = {
  id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66",
  kind: "codes.pause",
  status: "running",
  total: 120_000,
  processed: 40_000,
  changed: 39_204,
  error: null,
  batch: null,
  inBin: false,
  file: null,
  actor: { kind: "staff", name: "Grace Hopper" },
  createdAt: "2026-11-21T12:00:00.000Z",
  endedAt: null,
};

/** The progress of the background job that queues the emails of a large send. */
export const QueueingProgress = JobRecord.pick({ status: true, total: true, processed: true, changed: true, error: true }).extend({
  job: Id.meta({ description: "The ID of the background job." }),
});
export type QueueingProgress = z.output<typeof QueueingProgress>;

const idParams = z.strictObject({ id: Id });

export const listJobsEndpoint = endpoint({
  method: "GET",
  path: "/jobs",
  tag,
  summary: "List background jobs",
  description: "Newest first. Jobs are kept for one month after they end.",
  access: ["secret_key", "viewer"],
  query: listQuery({
    ended: Flag.optional().meta({ description: "Only jobs that have, or haven't, ended." }),
  }),
  reply: z.array(JobRecord),
  errors: [],
  example: { query: { limit: "20", ended: "false" }, reply: [exampleJob] },
});

export const getJobEndpoint = endpoint({
  method: "GET",
  path: "/jobs/:id",
  tag,
  summary: "Get a background job",
  access: ["secret_key", "viewer"],
  params: idParams,
  reply: JobRecord,
  errors: ["job_not_found"],
  example: { params: { id: exampleJob.id }, reply: exampleJob },
});

export const cancelJobEndpoint = endpoint({
  method: "POST",
  path: "/jobs/:id/cancel",
  tag,
  summary: "Cancel a background job",
  description:
    "Changes that the job has already made are kept. If the job generates a batch, the batch is discarded. If it queues the emails of a send or wave, those that weren't sent yet are canceled too. Canceling a job that has ended does nothing.",
  access: ["secret_key", "member"],
  params: idParams,
  isLong: true,
  reply: JobRecord,
  errors: ["job_not_found"],
  example: { params: { id: exampleJob.id }, reply: { ...exampleJob, status: "canceled", endedAt: "2026-11-21T12:00:09.000Z" } },
});
