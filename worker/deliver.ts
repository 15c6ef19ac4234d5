import type { Context } from "@/core/context";
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

/** Sends the emails of a job. When `stopping`, finishes the emails that are being sent, releases the others, and throws so that the job is retried. */
export async function deliver(
  ctx: Context,
  { transports, ledger }: DeliveryTools,
  job: DeliveryPayload,
  signals: StopSignals,
): Promise<void> {
  signals.stopping.throwIfAborted();
  const pending = (await takeDeliveries(ctx, job)).values();
  const logo = await getLogo(ctx);
  const writes = new Set<Promise<void>>();
  const deliverPending = async () => {
    for (const message of pending) {
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
