import type { ReactNode } from "react";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { Button, ButtonLink } from "@/components/ui/button";
import type { FormError } from "@/contract/errors";
import { routes } from "@/lib/routes";
import { errorMessage } from "./form-messages";
import { ReferralLink } from "./referral-link";
import { positionMessages as messages } from "./position-messages";

type LeadPosition = { email: string; place: { place: number; waiting: number } | null; friends: number; hasClaimed: boolean; wasInvited: boolean };
type Project = ProjectBranding & { referralPlaces: number };
type PositionViewProps = { project: Project; token: string; lead: LeadPosition; referralLink: string; error?: FormError | undefined };

/** A lead's own page: where they stand in line, what friends do for it, and the ways out. */
export function PositionView({ project, token, lead: own, referralLink: friendsLink, error: refused }: PositionViewProps) {
  return (
    <AuthCard project={project} title={messages.title} description={<bdi className="break-words">{own.email}</bdi>}>
      <div className="grid gap-6 text-[15px] leading-6">
        {refused && (
          <p role="alert" className="rounded-lg border border-destructive/50 px-3 py-2">
            {errorMessage(messages.refused, refused.name)}
          </p>
        )}
        <WaitlistStatus project={project} lead={own} />
        <ReferralLink project={project} link={friendsLink} referrals={own.friends} />
        <div className="grid gap-2 border-t pt-4 text-sm">
          {own.place !== null && (
            <Disclosure summary={messages.leave} text={messages.leaveText} action={routes.forms.leave} token={token} submit={messages.leaveNow} />
          )}
          <Disclosure summary={messages.erase} text={messages.eraseText(project.name)} action={routes.forms.erase} token={token} submit={messages.eraseNow}>
            <label className="flex items-center gap-2 py-2">
              <input type="checkbox" name="sure" value="yes" required className="size-4 accent-primary" />
              {messages.eraseSure}
            </label>
          </Disclosure>
        </div>
      </div>
    </AuthCard>
  );
}

function WaitlistStatus({ project, lead: { place, hasClaimed, wasInvited } }: { project: Project; lead: LeadPosition }) {
  if (place === null)
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
        <strong className="mr-2 font-semibold text-4xl tabular-nums tracking-tight">{messages.place(place.place)}</strong>
        <span className="text-muted-foreground">{messages.of(place.waiting)}</span>
      </p>
      <p className="mt-2">{messages.turn(project.name)}</p>
    </div>
  );
}

type DisclosureProps = { summary: string; text: string; action: string; token: string; submit: string; children?: ReactNode };

/** Something that is not to be done by a slip: it opens first, and says what follows. */
function Disclosure({ summary, text, action, token, submit, children }: DisclosureProps) {
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm py-1 text-muted-foreground underline underline-offset-3">{summary}</summary>
      <form method="post" action={action} className="grid gap-2 py-2">
        <input type="hidden" name="t" value={token} />
        <p>{text}</p>
        {children}
        <Button type="submit" variant="destructive" size="lg" className="h-11 justify-self-start">
          {submit}
        </Button>
      </form>
    </details>
  );
}

/** What a lead sees who has left, or is erased. */
export function PositionResult({ project, result: outcome }: { project: ProjectBranding; result: { left: string } | { deleted: true } }) {
  const left = "left" in outcome;
  return (
    <AuthCard project={project} title={left ? messages.left : messages.erased}>
      <p className="break-words text-[15px] leading-6">{left ? messages.leftText(outcome.left, project.name) : messages.erasedText(project.name)}</p>
    </AuthCard>
  );
}
