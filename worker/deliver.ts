import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "@/core/context";
import { listUnfinished, reserveSlots } from "@/core/email-delivery/sending-rate";
import { createEmailLinks } from "@/core/leads/email-links";
import { getLogo } from "@/core/projects/record";
import { type DeliveryResult, type OutgoingMessage, takeDeliveries } from "@/core/sends/delivery-attempts";
import type { DeliveryPayload } from "@/db/queue";
import { renderLeadEmail } from "@/emails/render";
import { maxSmtpConnections } from "@/emails/transport";
import { log } from "@/lib/log";
import { withSpan } from "@/lib/tracing";
import type { Ledger } from "./ledger";
import type { ProjectTransports } from "./project-transports";

/** When to stop a job: the worker or project is `stopping`, or the job is `lost` to a worker that considered this one dead. */
export type StopSignals = { stopping: AbortSignal; lost: AbortSignal };

/** The resources that all delivery jobs share. */
type DeliveryTools = { transports: ProjectTransports; ledger: Ledger };

/**
 * Sends the emails of a job, at the project's sending rate. When `stopping`, finishes the emails that are being sent, releases the others,
 * and throws so that the job is retried.
 */
export async function deliver(ctx: Context, tools: DeliveryTools, job: DeliveryPayload, signals: StopSignals): Promise<void> {
  signals.stopping.throwIfAborted();
  const interval = await tools.transports.sendingInterval(ctx);
  if (interval === 0) return deliverAll(ctx, tools, job, signals, 0);
  // Taken only when it is their turn, because from then on staff can't cancel them.
  const unfinished = await listUnfinished(ctx, job.deliveryIds);
  const chunkSize = Math.max(1, Math.floor(chunkDuration / interval));
  for (let start = 0; start < unfinished.length; start += chunkSize) {
    const deliveryIds = unfinished.slice(start, start + chunkSize);
    await waitForSlots(ctx, { amount: deliveryIds.length, interval, maxWait: maxSlotWait[job.isUrgent ? "urgent" : "other"] }, signals);
    await deliverAll(ctx, tools, { ...job, deliveryIds }, signals, interval);
    if (signals.lost.aborted) return;
  }
}

/** With a sending rate, the emails of this time are sent together, in milliseconds. */
const chunkDuration = 250;

/** How long a job waits for its turn, in milliseconds. Urgent ones go before jobs that wait for a later turn. */
const maxSlotWait = { urgent: 60_000, other: 2000 } as const;

/** How long a job that has no turn occupies the worker, in milliseconds, so that it isn't tried again all the time. */
const maxRetryWait = 1000;

/** Waits for the turn of some emails. Throws if it is too far away, so that the job is retried and urgent ones go first. */
async function waitForSlots(
  ctx: Context,
  slots: { amount: number; interval: number; maxWait: number },
  signals: StopSignals,
): Promise<void> {
  const signal = AbortSignal.any([signals.stopping, signals.lost]);
  const reservation = await reserveSlots(ctx, slots);
  if (reservation.isReserved) return sleep(reservation.startsIn, undefined, { signal });
  await sleep(Math.min(reservation.retryIn, maxRetryWait), undefined, { signal });
  throw new Error("Other emails go first, because of the sending rate");
}

/** Sends emails, `interval` milliseconds after each other. */
async function deliverAll(
  ctx: Context,
  { transports, ledger }: DeliveryTools,
  job: DeliveryPayload,
  signals: StopSignals,
  interval: number,
): Promise<void> {
  const pending = (await takeDeliveries(ctx, job)).entries();
  const logo = await getLogo(ctx);
  const startedAt = performance.now();
  const writes = new Set<Promise<void>>();
  const deliverPending = async () => {
    for (const [index, message] of pending) {
      if (interval > 0) await sleep(startedAt + index * interval - performance.now());
      if (signals.lost.aborted) return;
      const result: DeliveryResult = signals.stopping.aborted
        ? { id: message.id, status: "released" }
        : await deliverOne(ctx, transports, message, logo);
      writes.add(ledger.write(ctx, job, result));
    }
  };
  await Promise.all(Array.from({ length: maxSmtpConnections }, deliverPending));
  await Promise.all(writes);
  signals.stopping.throwIfAborted();
}

async function deliverOne(
  ctx: Context,
  transports: ProjectTransports,
  { id, email, referralCode, content }: OutgoingMessage,
  logo: string | null,
): Promise<DeliveryResult> {
  try {
    const { oneClickUrl, ...links } = createEmailLinks({ projectId: ctx.projectId, referralCode }, content);
    const rendered = await renderLeadEmail({ ...content, ...links, logo });
    const outcome = await withSpan(
      () => ({ name: "send email", kind: "client", attributes: { "gatehouse.delivery.id": id } }),
      () => transports.deliver(ctx, { ...{ id, to: email, oneClickUrl }, ...rendered }),
    );
    if ("error" in outcome) log.warn({ delivery: id, outcome: outcome.status }, "email not delivered");
    return { id, ...outcome };
  } catch (err) {
    // An email that cannot be rendered must not block the others.
    log.error({ err, delivery: id }, "email could not be rendered");
    return { id, status: "retrying", error: "The email couldn't be rendered." };
  }
}
