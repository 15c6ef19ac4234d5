import type { Context } from "@/core/context";
import { linksTo } from "@/core/leads/links";
import { type Outgoing, type Result, take } from "@/core/sends/deliver";
import type { DeliverJob } from "@/db/queue";
import { mailConnections } from "@/emails/mailer";
import { renderLeadMessage } from "@/emails/render";
import { log } from "@/lib/log";
import type { Ledger } from "./ledger";
import type { Post } from "./mail";

/** When to leave off: the worker is `stopping`, or the job is `lost` to another worker that took this one for dead. */
export type Halt = { stopping: AbortSignal; lost: AbortSignal };

/** What a worker's jobs share. */
export type Tools = { mail: Post; ledger: Ledger };

/** Sends a job's deliveries. Once `stopping`, it finishes the messages under way, releases the rest and throws, so that the job comes round again. */
export async function post(ctx: Context, { mail, ledger }: Tools, job: DeliverJob, halt: Halt): Promise<void> {
  halt.stopping.throwIfAborted();
  const waiting = (await take(ctx, job)).values();
  const written = new Set<Promise<void>>();
  const line = async () => {
    for (const message of waiting) {
      if (halt.lost.aborted) return;
      const result: Result = halt.stopping.aborted ? { id: message.id, status: "released" } : await postOne(ctx, mail, message);
      written.add(ledger.write(ctx, job, result));
    }
  };
  await Promise.all(Array.from({ length: mailConnections }, line));
  await Promise.all(written);
  halt.stopping.throwIfAborted();
}

async function postOne(ctx: Context, mail: Post, { id, email, lead, message }: Outgoing): Promise<Result> {
  try {
    const { oneClickUrl, ...links } = linksTo({ projectId: ctx.projectId, lead, email, code: message.code });
    const outcome = await mail.deliver(ctx, {
      ...{ id, to: email, oneClickUrl },
      ...(await renderLeadMessage({ ...message, ...links })),
    });
    if ("error" in outcome) log.warn({ delivery: id, outcome: outcome.status }, "a message was not delivered");
    return { id, ...outcome };
  } catch (err) {
    // One message that cannot be made must not hold up those beside it.
    log.error({ err, delivery: id }, "a message could not be made");
    return { id, status: "retrying", error: "The message could not be made." };
  }
}
