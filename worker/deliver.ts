import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "@/core/context";
import { listUnfinished, reserveSlots } from "@/core/email-delivery/sending-rate";
import { createEmailLinks } from "@/core/leads/email-links";
import { getLogo } from "@/core/projects/record";
import { type DeliveryResult, type OutgoingMessage, takeDeliveries } from "@/core/sends/delivery-attempts";
import type { DeliveryPayload } from "@/db/queue";
import { renderLeadEmail } from "@/emails/render";
import type { SendTurn } from "@/emails/send-within-limits";
import { maxSmtpConnections } from "@/emails/transport";
import { log } from "@/lib/log";
import { withSpan } from "@/lib/tracing";
import type { Lease } from "./lease";
import type { ProjectTransports } from "./project-transports";
import type { ResultWriter } from "./result-writer";

/** When to stop a job: the worker or project is `stopping`, or the job is `lost` to a worker that considered this one dead. */
export type StopSignals = Lease & { stopping: AbortSignal };

/** The resources that all delivery jobs share. */
type DeliveryTools = { transports: ProjectTransports; resultWriter: ResultWriter };

/**
 * Sends the emails of a job, at the project's sending rate. When `stopping`, finishes the emails that are being sent, releases the others,
 * and throws so that the job is retried.
 */
export async function deliver(ctx: Context, tools: DeliveryTools, job: DeliveryPayload, signals: StopSignals): Promise<void> {
  signals.stopping.throwIfAborted();
  await waitForConnection(ctx, tools, signals);
  const interval = await tools.transports.sendingInterval(ctx);
  if (interval === 0) return deliverAll(ctx, tools, job, signals);
  // Taken only when it is their turn, because from then on staff can't cancel them.
  const unfinished = await listUnfinished(ctx, job.deliveryIds);
  const chunkSize = Math.max(1, Math.floor(chunkDuration / interval));
  const maxWait = maxSlotWait[job.isUrgent ? "urgent" : "other"];
  for (let start = 0; start < unfinished.length; start += chunkSize) {
    const deliveryIds = unfinished.slice(start, start + chunkSize);
    const slots = await waitForSlots(ctx, { amount: deliveryIds.length, interval, maxWait }, signals);
    await deliverAll(ctx, tools, { ...job, deliveryIds }, signals, slots);
    if (signals.lost.aborted) return;
  }
}

/** Throws if the server accepts no connection of this worker, so that another worker can take the job. */
async function waitForConnection({ projectId }: Context, { transports }: DeliveryTools, { stopping, lost }: StopSignals): Promise<void> {
  const wait = transports.blockedFor(projectId);
  if (wait === 0) return;
  await sleep(Math.min(wait, maxSlotWait.other), undefined, { signal: AbortSignal.any([stopping, lost]) });
  if (wait > maxSlotWait.other) throw new Error("The mail server accepts no connection");
}

/** With a sending rate, how long the emails take that are taken together, in milliseconds. */
const chunkDuration = 250;

/** How long a job waits for its turn, in milliseconds. Urgent ones go before jobs that wait for a later turn. */
const maxSlotWait = { urgent: 60_000, other: 2000 } as const;

/** How long a job that has no turn occupies the worker, in milliseconds, so that it isn't tried again all the time. */
const maxRetryWait = 1000;

/** When the first of some emails can be sent, by the clock of `performance`, and the time between them, both in milliseconds. */
type Slots = { startsAt: number; interval: number };

/** Reserves slots for some emails, and waits for the first. Throws if it is too far away, so that the job is retried and urgent ones go first. */
async function waitForSlots(
  ctx: Context,
  { interval, ...slots }: { amount: number; interval: number; maxWait: number },
  signals: StopSignals,
): Promise<Slots> {
  const signal = AbortSignal.any([signals.stopping, signals.lost]);
  const reservation = await reserveSlots(ctx, { ...slots, interval });
  if (!reservation.isReserved) {
    await sleep(Math.min(reservation.retryIn, maxRetryWait), undefined, { signal });
    throw new Error("Other emails go first, because of the sending rate");
  }
  const startsAt = performance.now() + reservation.startsIn;
  await sleep(reservation.startsIn, undefined, { signal });
  return { startsAt, interval };
}

/** How long after its slot an email may be sent, in milliseconds. */
const maxLateness = 100;

/** Waits for the slot of an email. If it is over, the email gets another one: those after it aren't late and would come too soon. */
async function waitForSlot(ctx: Context, { startsAt, interval }: Slots, index: number): Promise<void> {
  for (let slotAt = startsAt + index * interval; ; ) {
    await sleep(Math.max(0, slotAt - performance.now()));
    if (performance.now() - slotAt < maxLateness) return;
    const reservation = await reserveSlots(ctx, { amount: 1, interval, maxWait: maxSlotWait.urgent });
    if (!reservation.isReserved) return;
    slotAt = performance.now() + reservation.startsIn;
  }
}

/** Sends emails, each in its slot if there are any. */
async function deliverAll(
  ctx: Context,
  { transports, resultWriter }: DeliveryTools,
  job: DeliveryPayload,
  signals: StopSignals,
  slots?: Slots,
): Promise<void> {
  // Also after a wait for its turn or for the end of a pause.
  if (!(await signals.isHeld())) return;
  const pending = (await takeDeliveries(ctx, job)).entries();
  const logo = await getLogo(ctx);
  const paused = new AbortController();
  const stopping = AbortSignal.any([signals.stopping, paused.signal]);
  const deliverPending = async () => {
    for (const [index, message] of pending) {
      if (signals.lost.aborted) return;
      const waitForTurn = async () => slots && waitForSlot(ctx, slots, index);
      const { promise: recorded, resolve: markRecorded } = Promise.withResolvers<void>();
      const turn = { signal: AbortSignal.any([stopping, signals.lost]), isHeld: signals.isHeld, recorded };
      const result: DeliveryResult = stopping.aborted
        ? { id: message.id, status: "released" }
        : await deliverOne(ctx, transports, message, { logo, waitForTurn, turn });
      // Another worker tries the others again, but not what was sent.
      if (signals.lost.aborted && !isSent(result)) return;
      // Not attempted, so the server has to be given time before any other.
      if (result.status === "released") paused.abort(new Error("The mail server accepts no more emails for now"));
      // Before the next email, so that a worker that dies leaves few emails that are sent again.
      const { isPaused } = await resultWriter.write(ctx, job, result).finally(markRecorded);
      if (isPaused) paused.abort(new Error("Email was paused because the mail server refuses it"));
    }
  };
  await allFinished(Array.from({ length: maxSmtpConnections }, deliverPending));
  stopping.throwIfAborted();
}

/** Waits until all have ended, also if one fails, and throws the first failure. */
async function allFinished(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

const isSent = ({ status }: DeliveryResult): boolean => status === "sent" || status === "saved_to_file";

type DeliveryOptions = { logo: string | null; waitForTurn: () => Promise<void>; turn: SendTurn };

async function deliverOne(
  ctx: Context,
  transports: ProjectTransports,
  { id, email, referralCode, content }: OutgoingMessage,
  { logo, waitForTurn, turn }: DeliveryOptions,
): Promise<DeliveryResult> {
  try {
    const { oneClickUrl, ...links } = createEmailLinks({ projectId: ctx.projectId, referralCode }, content);
    const rendered = await renderLeadEmail({ ...content, ...links, logo });
    await waitForTurn();
    const outcome = await withSpan(
      () => ({ name: "send email", kind: "client", attributes: { "gatehouse.delivery.id": id } }),
      () => transports.deliver(ctx, { id, to: email, oneClickUrl, ...rendered }, turn),
    );
    if (outcome.status === "postponed") return { id, status: "released" };
    if ("error" in outcome) log.warn({ delivery: id, outcome: outcome.status }, "email not delivered");
    return { id, ...outcome };
  } catch (err) {
    // An email that cannot be rendered must not block the others.
    log.error({ err, delivery: id }, "email could not be rendered");
    return { id, status: "retrying", error: "The email couldn't be rendered." };
  }
}
