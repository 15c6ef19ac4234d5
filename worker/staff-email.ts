import type { Context } from "@/core/context";
import { nobodysLinks } from "@/core/leads/links";
import { projectOf } from "@/core/projects/wire";
import { sampleMessage } from "@/core/sends/sample";
import { issueInvitation } from "@/core/staff/invitations";
import { staffAddress } from "@/core/staff/mail";
import { issueReset } from "@/core/staff/reset";
import type { StaffMail } from "@/db/queue";
import { type Rendered, renderLeadMessage } from "@/emails/render";
import { renderStaffMessage, type StaffMessage } from "@/emails/render-staff";
import { pageAddress } from "@/lib/env";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { routes } from "@/lib/routes";
import type { Post } from "./mail";

type ToSend = { id: string; to: string } & Rendered;
type Brand = Pick<StaffMessage, "projectName" | "accent">;

/** A mail as a job of the queue has it. */
export type StaffMailTask = { id: string; mail: StaffMail };

/** Sends one mail to staff, or none where it has become pointless. Throws where it is to be tried again. */
export async function mailStaff(ctx: Context, post: Post, task: StaffMailTask): Promise<void> {
  const outcome = await attempt(ctx, post, task).catch((err: unknown) => {
    log.error({ err, mail: task.id }, "a mail to staff could not be made");
    return { status: "retrying" } as const;
  });
  if (outcome === null) return;
  if (outcome.status === "failed" || outcome.status === "retrying")
    log.warn({ mail: task.id, kind: task.mail.kind, outcome: outcome.status }, "a mail to staff was not delivered");
  // Without its cause: the queue keeps what a job throws, and mail servers and databases quote addresses.
  if (outcome.status === "retrying") throw new Error("The mail is to be tried again");
}

async function attempt(ctx: Context, post: Post, task: StaffMailTask) {
  const { name: projectName, accent } = await projectOf(ctx);
  const toSend = await prepare(ctx, task, { projectName, accent });
  return toSend && post.deliver(ctx, toSend);
}

/**
 * What a task comes to. Each try of a mail with a link makes a new link, and so is a message of its own: with the id of the one
 * before, a mailbox that drops repeats would keep the link that does not work any more.
 */
async function prepare(ctx: Context, { id, mail }: StaffMailTask, brand: Brand): Promise<ToSend | null> {
  if (mail.kind === "reset") {
    const issued = await issueReset(ctx, mail.email);
    if (!issued) return null;
    const link = linkTo(routes.reset, issued.token);
    return written(newId(), mail.email, { ...brand, kind: "reset", name: issued.name, link });
  }
  if (mail.kind === "invitation") {
    const issued = await issueInvitation(ctx, mail.id);
    if (!issued) return null;
    const { email, token, role, invitedBy } = issued;
    return written(newId(), email, { ...brand, kind: "invitation", role, invitedBy, link: linkTo(routes.invitation, token) });
  }
  const found = await staffAddress(ctx, mail.staffId);
  if (!found) return null;
  if (mail.kind === "test") return { id, to: found.email, ...(await testOf(ctx, mail)) };
  return written(id, found.email, { ...brand, kind: mail.kind, name: found.name, link: linkTo(routes.forgot) });
}

const written = async (id: string, to: string, message: StaffMessage): Promise<ToSend> => ({
  id,
  to,
  ...(await renderStaffMessage(message)),
});

/** A mail to leads as it would read; its links lead to nobody's pages. */
async function testOf(ctx: Context, { of, text }: StaffMail & { kind: "test" }): Promise<Rendered> {
  const { subject, ...parts } = await renderLeadMessage({ ...(await sampleMessage(ctx, of, text)), ...nobodysLinks() });
  return { ...parts, subject: `[Test] ${subject}` };
}

function linkTo(page: string, token?: string): string {
  const url = new URL(pageAddress(page));
  if (token !== undefined) url.searchParams.set("token", token);
  return url.href;
}
