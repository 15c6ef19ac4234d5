import type { ReactNode } from "react";
import { AuthCard } from "@/components/layout/auth-card";
import type { ShownProject } from "@/components/layout/logo";
import { Button, ButtonLink } from "@/components/ui/button";
import type { Refused } from "@/contract/errors";
import { routes } from "@/lib/routes";
import { sentenceOf } from "./form-messages";
import { FriendsLink } from "./friends-link";
import { placeMessages as say } from "./place-messages";

type Own = { email: string; place: { place: number; waiting: number } | null; friends: number; hasClaimed: boolean; wasInvited: boolean };
type Project = ShownProject & { referralPlaces: number };
type PlaceViewProps = { project: Project; token: string; own: Own; friendsLink: string; refused?: Refused | undefined };

/** A lead's own page: where they stand in line, what friends do for it, and the ways out. */
export function PlaceView({ project, token, own, friendsLink, refused }: PlaceViewProps) {
  return (
    <AuthCard project={project} title={say.title} description={<bdi className="break-words">{own.email}</bdi>}>
      <div className="grid gap-6 text-[15px] leading-6">
        {refused && (
          <p role="alert" className="rounded-lg border border-destructive/50 px-3 py-2">
            {sentenceOf(say.refused, refused.name)}
          </p>
        )}
        <Standing project={project} own={own} />
        <FriendsLink project={project} link={friendsLink} friends={own.friends} />
        <div className="grid gap-2 border-t pt-4 text-sm">
          {own.place !== null && (
            <WayOut summary={say.leave} text={say.leaveText} action={routes.forms.leave} token={token} submit={say.leaveNow} />
          )}
          <WayOut summary={say.erase} text={say.eraseText(project.name)} action={routes.forms.erase} token={token} submit={say.eraseNow}>
            <label className="flex items-center gap-2 py-2">
              <input type="checkbox" name="sure" value="yes" required className="size-4 accent-primary" />
              {say.eraseSure}
            </label>
          </WayOut>
        </div>
      </div>
    </AuthCard>
  );
}

function Standing({ project, own: { place, hasClaimed, wasInvited } }: { project: Project; own: Own }) {
  if (place === null)
    return (
      <div className="grid gap-4">
        <p>{hasClaimed ? say.claimed : wasInvited ? say.invited : say.notWaiting}</p>
        {!hasClaimed && !wasInvited && (
          <ButtonLink href={routes.join} size="lg" className="h-11 text-base">
            {say.joinAgain}
          </ButtonLink>
        )}
      </div>
    );
  return (
    <div>
      <p>
        <strong className="mr-2 font-semibold text-4xl tabular-nums tracking-tight">{say.place(place.place)}</strong>
        <span className="text-muted-foreground">{say.of(place.waiting)}</span>
      </p>
      <p className="mt-2">{say.turn(project.name)}</p>
    </div>
  );
}

type WayOutProps = { summary: string; text: string; action: string; token: string; submit: string; children?: ReactNode };

/** Something that is not to be done by a slip: it opens first, and says what follows. */
function WayOut({ summary, text, action, token, submit, children }: WayOutProps) {
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
export function Gone({ project, outcome }: { project: ShownProject; outcome: { left: string } | { erased: true } }) {
  const left = "left" in outcome;
  return (
    <AuthCard project={project} title={left ? say.left : say.erased}>
      <p className="break-words text-[15px] leading-6">{left ? say.leftText(outcome.left, project.name) : say.erasedText(project.name)}</p>
    </AuthCard>
  );
}
