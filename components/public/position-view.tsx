import type { ReactNode } from "react";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { Button, ButtonLink } from "@/components/ui/button";
import type { FormError } from "@/contract/errors";
import { routes } from "@/lib/routes";
import { errorMessage } from "./form-messages";
import { positionMessages as messages } from "./position-messages";
import { ReferralLink } from "./referral-link";

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
        {error && (
          <p role="alert" className="rounded-lg border border-destructive/50 px-3 py-2">
            {errorMessage(messages.errors, error.name)}
          </p>
        )}
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
          <ButtonLink href={routes.join} size="lg" className="h-11 text-base">
            {messages.joinAgain}
          </ButtonLink>
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
        <Button type="submit" variant="destructive" size="lg" className="h-11 justify-self-start">
          {submitLabel}
        </Button>
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
