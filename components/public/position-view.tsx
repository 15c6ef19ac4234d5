import type { ReactNode } from "react";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { buttonStyle } from "@/components/ui/button-style";
import { Field } from "@/components/ui/field";
import type { FormError } from "@/contract/errors";
import { cn } from "@/lib/cn";
import { routes } from "@/lib/routes";
import { FormAlert, TouchInput, touchButtonStyle } from "./form";
import { invalidLinkMessages, positionMessages as messages, submitErrorMessage } from "./messages";

type LeadPosition = {
  email: string;
  position: { position: number; waiting: number } | null;
  referrals: number;
  hasClaimed: boolean;
  wasInvited: boolean;
};
type Project = ProjectBranding & { referralBonus: number };
type PositionViewProps = { project: Project; token: string; lead: LeadPosition; referralLink: string; error?: FormError | undefined };

/** A lead's own page: their position, their referral link, and how to leave or delete their data. */
export function PositionView({ project, token, lead, referralLink, error }: PositionViewProps) {
  return (
    <AuthCard project={project} title={messages.title} description={<bdi className="break-words">{lead.email}</bdi>}>
      <div className="grid gap-6 text-[15px] leading-6">
        {error && <FormAlert>{submitErrorMessage({ ...invalidLinkMessages.errors, ...messages.errors }, error.name)}</FormAlert>}
        <WaitlistStatus lead={lead} />
        <ReferralLink project={project} link={referralLink} referrals={lead.referrals} />
        <div className="grid gap-2 border-t pt-4 text-sm">
          {lead.position !== null && (
            <Disclosure
              summary={messages.leave}
              text={messages.leaveText}
              action={routes.forms.leave}
              token={token}
              submitLabel={messages.leaveButton}
            />
          )}
          <Disclosure
            summary={messages.deleteData}
            text={messages.deleteDataText(project.name)}
            action={routes.forms.deleteData}
            token={token}
            submitLabel={messages.deleteDataButton}
          >
            <label className="flex items-center gap-2 py-2">
              <input type="checkbox" name="confirm" value="yes" required className="size-4 accent-primary" />
              {messages.deleteDataCheckbox}
            </label>
          </Disclosure>
        </div>
      </div>
    </AuthCard>
  );
}

function WaitlistStatus({ lead: { position, hasClaimed, wasInvited } }: { lead: LeadPosition }) {
  if (position === null)
    return (
      <div className="grid gap-4">
        <p>{hasClaimed ? messages.claimed : wasInvited ? messages.invited : messages.notWaiting}</p>
        {!hasClaimed && !wasInvited && (
          <a href={routes.join} className={touchButtonStyle()}>
            {messages.joinAgain}
          </a>
        )}
      </div>
    );
  return (
    <div>
      <p>
        <strong className="mr-2 font-semibold text-4xl tabular-nums tracking-tight">{messages.position(position.position)}</strong>
        <span className="text-muted-foreground">{messages.waiting(position.waiting)}</span>
      </p>
      <p className="mt-2">{messages.nextStep}</p>
    </div>
  );
}

type ReferralLinkProps = { project: ProjectBranding & { referralBonus: number }; link: string; referrals: number };

/** A lead's referral link with buttons to copy and share it, which stay hidden without JavaScript. */
function ReferralLink({ project, link, referrals }: ReferralLinkProps) {
  const text = messages.shareText(project.name);
  const shareUrls = {
    [messages.email]: `mailto:?${encodeQuery({ subject: project.name, body: `${text} ${link}` })}`,
    WhatsApp: `https://wa.me/?${encodeQuery({ text: `${text} ${link}` })}`,
    Telegram: `https://t.me/share/url?${encodeQuery({ url: link, text })}`,
    X: `https://x.com/intent/post?${encodeQuery({ text, url: link })}`,
  };
  return (
    <section className="grid gap-3 border-t pt-4">
      <h2 className="font-semibold">{messages.referrals}</h2>
      <p>
        {messages.referralBonus(project.referralBonus)} {messages.referralCount(referrals)}
      </p>
      <Field label={messages.link}>
        <TouchInput readOnly value={link} mono className="text-[13px]" data-link />
      </Field>
      <div data-javascript-only hidden className="flex gap-2">
        <button type="button" className={cn(buttonStyle({ variant: "outline", size: "lg" }))} data-copy data-copied={messages.copied}>
          {messages.copyLink}
        </button>
        <button type="button" className={cn(buttonStyle({ variant: "outline", size: "lg" }))} data-share data-text={text} hidden>
          {messages.share}
        </button>
      </div>
      <nav aria-label={messages.shareWith}>
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {Object.entries(shareUrls).map(([name, href]) => (
            <li key={name}>
              <a href={href} rel="noopener noreferrer" target="_blank" className="rounded-sm py-1 text-link underline underline-offset-3">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </section>
  );
}

// Email clients show a plus sign literally.
const encodeQuery = (fields: Record<string, string>): string => new URLSearchParams(fields).toString().replaceAll("+", "%20");

type DisclosureProps = { summary: string; text: string; action: string; token: string; submitLabel: string; children?: ReactNode };

/** A form that takes two clicks, so that it isn't submitted by accident. */
function Disclosure({ summary, text, action, token, submitLabel, children }: DisclosureProps) {
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm py-1 text-muted-foreground underline underline-offset-3">{summary}</summary>
      <form method="post" action={action} className="grid gap-2 py-2">
        <input type="hidden" name="token" value={token} />
        <p>{text}</p>
        {children}
        <button type="submit" className={cn(buttonStyle({ variant: "destructive", size: "lg" }), "h-11 justify-self-start")}>
          {submitLabel}
        </button>
      </form>
    </details>
  );
}

/** The reply of the leave form (the email that left) or of the delete form. */
export type PositionFormReply = { left: string } | { deleted: true };

export function PositionResult({ project, result }: { project: ProjectBranding; result: PositionFormReply }) {
  const hasLeft = "left" in result;
  return (
    <AuthCard project={project} title={hasLeft ? messages.left : messages.deleted}>
      <p className="break-words text-[15px] leading-6">
        {hasLeft ? messages.leftText(result.left, project.name) : messages.deletedText(project.name)}
      </p>
    </AuthCard>
  );
}
