import { z } from "zod";
import { endpoint, Flag, listQuery } from "./endpoint";
import { Id, Timestamp } from "./fields";
import { actorKinds } from "./kinds";

const tag = "Tasks";

/** Work that may take longer than an answer can wait. */
export const taskKinds = [
  "codes.generate",
  "codes.pause",
  "codes.resume",
  "codes.extend",
  "codes.delete",
  "batch.extend",
  "batch.delete",
  "leads.join_waitlist",
  "leads.leave_waitlist",
  "leads.accept",
  "leads.delete",
] as const;
export type TaskKind = (typeof taskKinds)[number];

/** Where a task stands; the last three are ends. */
export const taskStates = ["waiting", "running", "done", "failed", "cancelled"] as const;

/** A task as the service answers it. */
export const TaskRecord = z
  .object({
    id: Id,
    kind: z.enum(taskKinds),
    state: z.enum(taskStates),
    total: z.number().int().nullable().meta({ description: "How many there are to do; null while that is not known." }),
    done: z.number().int().meta({ description: "How many were looked at." }),
    changed: z.number().int().meta({ description: "How many of those were changed, or made; the others needed nothing done." }),
    problem: z
      .object({ error: z.string(), message: z.string() })
      .nullable()
      .meta({ description: "Why it failed, or could not do some of it, in the names and words of a refusal." }),
    batch: z.object({ id: Id, name: z.string() }).nullable().meta({ description: "The batch it made, or is about." }),
    actor: z.object({ kind: z.enum(actorKinds), name: z.string().nullable() }),
    createdAt: Timestamp,
    endedAt: Timestamp.nullable(),
  })
  .meta({ id: "Task" });
export type TaskRecord = z.output<typeof TaskRecord>;

export const exampleTask: TaskRecord = {
  id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66",
  kind: "codes.pause",
  state: "running",
  total: 120_000,
  done: 40_000,
  changed: 39_204,
  problem: null,
  batch: null,
  actor: { kind: "staff", name: "Grace Hopper" },
  createdAt: "2026-11-21T12:00:00.000Z",
  endedAt: null,
};

export const listTasksEndpoint = endpoint({
  method: "GET",
  path: "/tasks",
  tag,
  summary: "List long work",
  description: "Newest first. Tasks that have ended are kept for a month.",
  access: ["secret_key", "viewer"],
  query: listQuery({ ended: Flag.optional().meta({ description: "Only tasks that have, or have not, ended." }) }),
  reply: z.array(TaskRecord),
  errors: [],
  example: { query: { limit: "20", ended: "false" }, reply: [exampleTask] },
});

export const findTaskEndpoint = endpoint({
  method: "GET",
  path: "/tasks/:id",
  tag,
  summary: "Look up how far a task is",
  access: ["secret_key", "viewer"],
  params: z.strictObject({ id: Id }),
  reply: TaskRecord,
  errors: ["task_not_found"],
  example: { params: { id: exampleTask.id }, reply: exampleTask },
});

export const cancelTaskEndpoint = endpoint({
  method: "POST",
  path: "/tasks/cancel",
  tag,
  summary: "Stop a task",
  description: "What it has done stays done; a batch that is being made is not made at all. A task that has ended stays as it is.",
  access: ["secret_key", "member"],
  body: z.strictObject({ task: Id }),
  reply: TaskRecord,
  errors: ["task_not_found"],
  example: { body: { task: exampleTask.id }, reply: { ...exampleTask, state: "cancelled", endedAt: "2026-11-21T12:00:09.000Z" } },
});
