import type { Role } from "@/contract/roles";
import { webhookName } from "@/contract/webhook-targets";
import { ifExists } from "@/core/api-error";
import type { Context } from "@/core/context";
import { createSampleMessage } from "@/core/email-templates/sample-message";
import { getEmailChangeNotice } from "@/core/leads/change-email";
import { createPreviewLinks } from "@/core/leads/email-links";
import { getLogo, getProject } from "@/core/projects/record";
import { createInvitationLink } from "@/core/staff/invitations";
import { createPasswordResetLink } from "@/core/staff/password-reset";
import { getStaffRecipient } from "@/core/staff/record";
import { getWebhook } from "@/core/webhooks/record";
import type { QueuedAccountEmail } from "@/db/queue";
import { type RenderedEmail, renderLeadEmail } from "@/emails/render";
import { type AccountEmailData, renderAccountEmail } from "@/emails/render-account";
import type { OutgoingEmail } from "@/emails/transport";
import { pageUrl } from "@/lib/env";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { routes, webhookPath, withQuery } from "@/lib/routes";
import type { ProjectTransports } from "./project-transports";

type Branding = Pick<AccountEmailData, "projectName" | "accent">;

/** Emails to owners use only servers that an owner set. */
type AccountEmailToSend = OutgoingEmail & { isToOwner: boolean; fileName?: string };

/** `retryCount` is how often the email was tried before. */
type AccountEmailJob = { id: string; email: QueuedAccountEmail; retryCount?: number };

/**
 * How often a notice of changed email settings is tried: through the server from before the change, and then through the current one. With the
 * delays of the queue, that takes three quarters of an hour at most.
 */
export const noticeTries = { previous: 4, total: 10 } as const;

/** Sends an account email, or nothing if it is obsolete. Throws if the job should be retried. */
export async function sendAccountEmail(ctx: Context, transports: ProjectTransports, job: AccountEmailJob): Promise<void> {
  const outcome = await deliverAccountEmail(ctx, transports, job).catch((err: unknown) => {
    log.error({ err, job: job.id }, "account email could not be rendered");
    return { status: "retrying" } as const;
  });
  if (outcome === null) return;
  const isLastTry = job.email.kind === "email_delivery_changed" && (job.retryCount ?? 0) + 1 >= noticeTries.total;
  const isWaiting = !isLastTry && (outcome.status === "retrying" || outcome.status === "postponed");
  if (outcome.status === "failed" || isWaiting || (isLastTry && outcome.status !== "sent"))
    log.warn({ job: job.id, kind: job.email.kind, outcome: outcome.status }, "account email not delivered");
  // Without a cause: the queue stores what a job throws, and errors of mail servers and databases can contain email addresses.
  if (isWaiting) throw new Error("The email will be retried");
}

async function deliverAccountEmail(ctx: Context, transports: ProjectTransports, job: AccountEmailJob) {
  const { name: projectName, accent } = await getProject(ctx);
  const email = await prepareAccountEmail(ctx, job, { projectName, accent });
  if (email === null) return null;
  const { isToOwner, ...outgoing } = { fileName: `staff-${email.id}`, ...email };
  if (!isToOwner) return transports.deliver(ctx, outgoing);
  const isThroughPrevious = (job.retryCount ?? 0) < noticeTries.previous;
  const previous = job.email.kind === "email_delivery_changed" && isThroughPrevious ? job.email.previous : undefined;
  return transports.deliverToOwner(ctx, outgoing, previous);
}

/**
 * Prepares the email of a job. Every attempt with a link creates a new link and uses a new Message-ID: with the same one, a mailbox that
 * drops duplicates would keep the email with the old link, which no longer works.
 */
async function prepareAccountEmail(ctx: Context, { id, email }: AccountEmailJob, branding: Branding): Promise<AccountEmailToSend | null> {
  if (email.kind === "reset") {
    const reset = await createPasswordResetLink(ctx, email.email);
    if (!reset) return null;
    const link = withQuery(pageUrl(routes.resetPassword), { token: reset.token });
    const recipient = { id: newId(), to: email.email, role: reset.role };
    return renderFor(recipient, { ...branding, kind: "reset", name: reset.name, link });
  }
  if (email.kind === "invitation") {
    const invitation = await createInvitationLink(ctx, email.id);
    if (!invitation) return null;
    const { role, invitedBy } = invitation;
    const link = withQuery(pageUrl(routes.invitation), { token: invitation.token });
    return renderFor({ id: newId(), to: invitation.email, role }, { ...branding, kind: "invitation", role, invitedBy, link });
  }
  if (email.kind === "email_change") {
    const notice = await getEmailChangeNotice(ctx, email.id);
    if (!notice) return null;
    const { to, fileName, ...content } = notice;
    return { id, to, isToOwner: false, fileName, ...(await renderAccountEmail({ ...branding, ...content })) };
  }
  const staff = await getStaffRecipient(ctx, email.staffId);
  if (!staff) return null;
  const { name, role } = staff;
  const recipient = { id, to: staff.email, role };
  if (email.kind === "test") return { id, to: staff.email, isToOwner: role === "owner", ...(await renderTestEmail(ctx, email)) };
  if (email.kind === "email_delivery_changed") {
    const changedBy = (await getStaffRecipient(ctx, email.changedBy))?.name ?? null;
    const link = pageUrl(routes.settings.emailDelivery);
    return renderFor(recipient, { ...branding, kind: email.kind, name, changedBy, isServerChanged: email.fields.includes("server"), link });
  }
  if (email.kind === "webhook_failing") {
    const webhook = await ifExists(getWebhook(ctx, email.webhook));
    // It works again, or was deleted.
    if (webhook === null || (webhook.status === "active" && webhook.failingSince === null)) return null;
    const data = {
      kind: email.kind,
      name,
      webhook: webhookName(webhook),
      notice: email.notice,
      link: pageUrl(webhookPath(webhook.id)),
    };
    return renderFor(recipient, { ...branding, ...data });
  }
  return renderFor(recipient, { ...branding, kind: email.kind, name, link: pageUrl(routes.forgotPassword) });
}

type Recipient = { id: string; to: string; role: Role };

const renderFor = async ({ id, to, role }: Recipient, data: AccountEmailData): Promise<AccountEmailToSend> => ({
  id,
  to,
  isToOwner: role === "owner",
  ...(await renderAccountEmail(data)),
});

/** Renders a template with sample data. The links contain no tokens. */
async function renderTestEmail(
  ctx: Context,
  { template, content, buttonUrl }: QueuedAccountEmail & { kind: "test" },
): Promise<RenderedEmail> {
  const [message, logo] = await Promise.all([createSampleMessage(ctx, template, content, { buttonUrl }), getLogo(ctx)]);
  const { subject, ...parts } = await renderLeadEmail({ ...message, ...createPreviewLinks(), logo });
  return { ...parts, subject: `[Test] ${subject}` };
}
