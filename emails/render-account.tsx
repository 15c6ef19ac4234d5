import { render } from "react-email";
import type { WebhookNotice } from "@/contract/enums";
import { emailChangeLinkHours, invitationLifetimeDays, resetLinkLifetimeMinutes, webhookLimits } from "@/contract/limits";
import { type Role, roleWithArticle } from "@/contract/roles";
import { sanitizeName } from "@/lib/sanitize-name";
import { AccountEmail, type AccountEmailProps } from "./account-email";
import { withOutlookTable, withoutOutlookTable } from "./outlook-table";
import type { RenderedEmail } from "./render";

/** The data of an account email (`QueuedAccountEmail` in `db/queue.ts`). `link` is the URL of its button. */
export type AccountEmailData = { projectName: string; accent: string; link: string } & (
  | { kind: "reset" | "password_changed" | "second_factor_changed" | "second_factor_attempts"; name: string }
  | { kind: "email_delivery_changed"; name: string; changedBy: string | null; isServerChanged: boolean }
  | { kind: "webhook_failing"; name: string; webhook: string; notice: WebhookNotice }
  | { kind: "invitation"; role: Role; invitedBy: string | null }
  | { kind: "confirm_new_email" }
  | { kind: "email_changed" }
);

const webhookNotices: Readonly<Record<WebhookNotice, { title: string; paragraph: string }>> = {
  failing: {
    title: "A webhook is failing",
    paragraph: `For ${webhookLimits.noticeAfterHours === 1 ? "an hour" : `${webhookLimits.noticeAfterHours} hours`}, no event could be delivered to it. Gatehouse tries again. Nothing is lost.`,
  },
  failing_for_days: {
    title: "A webhook will soon be disabled",
    paragraph: `For ${webhookLimits.warnAfterDays} days, no event could be delivered to it. After ${webhookLimits.disableAfterDays} days, Gatehouse stops sending to it until someone resumes it.`,
  },
  disabled: {
    title: "A webhook was disabled",
    paragraph: `For ${webhookLimits.disableAfterDays} days, no event could be delivered to it, so Gatehouse stopped sending to it. When you resume it, you can send what it missed.`,
  },
  gone: {
    title: "A webhook was disabled",
    paragraph:
      "It answered with status 410, which means that it is gone, so Gatehouse stopped sending to it. When you resume it, you can send what it missed.",
  },
};

type AccountEmailCopy = Omit<AccountEmailProps, "accent" | "button"> & { label: string };

function accountEmailCopy(data: AccountEmailData): AccountEmailCopy {
  const project = sanitizeName(data.projectName);
  if (data.kind === "invitation") {
    const inviter = sanitizeName(data.invitedBy ?? "");
    const role = roleWithArticle(data.role);
    return {
      title: `You're invited to join the ${project} team`,
      name: null,
      paragraphs: [
        inviter
          ? `${inviter} invited you to join the ${project} team as ${role}.`
          : `You're invited to join the ${project} team as ${role}.`,
      ],
      label: "Accept invitation",
      linkExpiry: `This link works once and expires in ${invitationLifetimeDays} days.`,
      footer: "If you weren't expecting this, you can ignore this email. You won't be added to the team.",
    };
  }
  if (data.kind === "confirm_new_email")
    return {
      title: `Confirm your new email for ${project}`,
      name: null,
      paragraphs: [
        `This email address was entered as the new one for a ${project} sign-up.`,
        "Once you confirm it, your codes, your position and everything else move to this email.",
      ],
      label: "Confirm new email",
      linkExpiry: `This link works once and expires in ${emailChangeLinkHours} hours.`,
      footer: "If you didn't request this, you can ignore this email. Nothing will change.",
    };
  if (data.kind === "email_changed")
    return {
      title: `Your email for ${project} was changed`,
      name: null,
      paragraphs: [
        `Your email for ${project} was changed. We'll use the new one from now on.`,
        "The links in earlier emails no longer work. If this wasn't you, reply to this email.",
      ],
      label: `Go to ${project}`,
      linkExpiry: null,
      footer: "If this was you, you don't need to do anything.",
    };
  const name = sanitizeName(data.name) || null;
  if (data.kind === "reset") {
    return {
      title: `Reset your password for ${project}`,
      name,
      paragraphs: [`We received a request to reset the password for your ${project} account.`],
      label: "Reset password",
      linkExpiry: `This link works once and expires in ${resetLinkLifetimeMinutes} minutes.`,
      footer: "If you didn't request this, you can ignore this email. Your password won't change.",
    };
  }
  if (data.kind === "second_factor_attempts") {
    return {
      title: `Someone tried to sign in to your ${project} account`,
      name,
      paragraphs: [
        `Someone entered your password for ${project}, and then wrong authentication codes several times. They couldn't sign in.`,
        "If this wasn't you, someone knows your password. Reset it right away and tell a project owner.",
      ],
      label: "Reset password",
      linkExpiry: null,
      footer: "If this was you, you don't need to do anything.",
    };
  }
  if (data.kind === "email_delivery_changed") {
    const author = sanitizeName(data.changedBy ?? "");
    const subject = data.isServerChanged ? "the mail server" : "the sender";
    return {
      title: `The email settings of ${project} were changed`,
      name,
      paragraphs: [
        author ? `${author} changed ${subject} of ${project}.` : `Someone changed ${subject} of ${project}.`,
        ...(data.isServerChanged ? ["From now on, emails leave through the new server, including links to reset your password."] : []),
        "This email was sent with the settings from before the change. If you don't expect it, check the settings right away.",
      ],
      label: "Check email settings",
      linkExpiry: null,
      footer: "You're receiving this because you're an owner. If you know about the change, you don't need to do anything.",
    };
  }
  if (data.kind === "webhook_failing") {
    const webhook = sanitizeName(data.webhook);
    const { title, paragraph } = webhookNotices[data.notice];
    return {
      title: `${title} (${project})`,
      name,
      paragraphs: [`Webhook: ${webhook}`, paragraph],
      label: "Open webhook",
      linkExpiry: null,
      footer: "You're receiving this because you're an owner, or because you created the webhook.",
    };
  }
  const securityChange =
    data.kind === "password_changed"
      ? { title: `Your password for ${project} was changed`, sentence: `The password for your ${project} account was changed.` }
      : {
          title: `Two-factor authentication for ${project} was changed`,
          sentence: `Two-factor authentication for your ${project} account was changed.`,
        };
  return {
    title: securityChange.title,
    name,
    paragraphs: [securityChange.sentence, "If this wasn't you, reset your password right away and tell a project owner."],
    label: "Reset password",
    linkExpiry: null,
    footer: "If this was you, you don't need to do anything.",
  };
}

/** Renders an account email as HTML and plain text. */
export async function renderAccountEmail(data: AccountEmailData): Promise<RenderedEmail> {
  const { label, ...copy } = accountEmailCopy(data);
  const email = <AccountEmail {...copy} button={{ label, link: data.link }} accent={data.accent} />;
  return {
    subject: copy.title,
    html: withOutlookTable(await render(email)),
    text: withoutOutlookTable(await render(email, { plainText: true })),
  };
}
