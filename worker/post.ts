import type { Context } from "@/core/context";
import { type Outgoing, type Result, settle, take } from "@/core/sends/deliver";
import { type Mailer, mailConnections } from "@/emails/mailer";
import { renderCodeMessage } from "@/emails/render";
import { log } from "@/lib/log";

/** Messages that are marked as being sent together; a deletion can still cancel those after them. */
const together = 50;

/** How long a message that left may wait to be written down, in milliseconds; a worker that dies in between sends it again. */
const writeWithin = 40;

/** Sends a job's deliveries. Once `stopping`, the messages under way are finished and the rest go back to the queue. */
export async function post(ctx: Context, mailer: Mailer, deliveryIds: readonly string[], stopping: AbortSignal): Promise<void> {
  for (let from = 0; from < deliveryIds.length; from += together) {
    if (stopping.aborted) {
      await ctx.jobs.deliver(ctx.db, ctx.projectId, deliveryIds.slice(from));
      return;
    }
    await postTogether(ctx, mailer, await take(ctx, deliveryIds.slice(from, from + together)), stopping);
  }
}

async function postTogether(ctx: Context, mailer: Mailer, messages: readonly Outgoing[], stopping: AbortSignal): Promise<void> {
  const writer = resultWriter(ctx);
  const waiting = messages.values();
  const line = async () => {
    for (const { id, email, message } of waiting) {
      if (stopping.aborted) {
        writer.add({ id, status: "released" });
        continue;
      }
      const outcome = await mailer.deliver({ id, to: email, ...(await renderCodeMessage(message)) });
      if ("error" in outcome) log.warn({ delivery: id, outcome: outcome.status }, "a message was not delivered");
      writer.add({ id, ...outcome });
    }
  };
  await Promise.all(Array.from({ length: mailConnections }, line));
  await writer.finish();
}

/** Writes results down a few at a time: one statement for each would cost as much as sending. */
function resultWriter(ctx: Context) {
  let unwritten: Result[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const write = () => {
    timer = undefined;
    const results = unwritten;
    unwritten = [];
    writing = writing.then(() => settle(ctx, results));
    // The failure is thrown by finish, where the job can be given back.
    writing.catch(() => {});
  };
  return {
    add(result: Result) {
      unwritten.push(result);
      timer ??= setTimeout(write, writeWithin);
    },
    async finish() {
      clearTimeout(timer);
      write();
      await writing;
    },
  };
}
