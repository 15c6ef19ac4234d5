import type { ReactNode } from "react";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { buttonStyle } from "@/components/ui/button-style";
import type { ProjectRecord } from "@/contract/project";
import { type SignUpTimes, signUpPhase } from "@/contract/sign-ups";
import { currentTime } from "@/lib/clock";
import { routes } from "@/lib/routes";
import { pageLinkMessages as messages, notFoundMessages } from "./messages";

/** A project with what decides which of its pages are linked. */
export type LinkedProject = ProjectBranding & Pick<ProjectRecord, "paused"> & SignUpTimes;

const acceptsClaims = ({ paused }: LinkedProject): boolean => !paused.includes("claims");
const acceptsSignUps = ({ paused, ...times }: LinkedProject): boolean =>
  !paused.includes("sign_ups") && signUpPhase(times, currentTime()) === "open";

type PageLink = { question: string; href: string; label: string };

const PageLinks = ({ links }: { links: readonly PageLink[] }) =>
  links.map(({ question, href, label }) => (
    <span key={href} className="block">
      {question}{" "}
      <a href={href} className="inline-block rounded-sm py-1 text-link underline underline-offset-3">
        {label}
      </a>
    </span>
  ));

const claimLink = { question: messages.hasCode, href: routes.claim, label: messages.claim };
const joinLink = { question: messages.hasNoCode, href: routes.join, label: messages.join };

/** The link to the claim page below another page, unless claims are paused. */
export const linkToClaim = (project: LinkedProject): ReactNode => acceptsClaims(project) && <PageLinks links={[claimLink]} />;

/** The link to the join page below another page, unless people can't join now. */
export const linkToJoin = (project: LinkedProject): ReactNode => acceptsSignUps(project) && <PageLinks links={[joinLink]} />;

/** The links below a page that leads nowhere else. */
export function linkToForms(project: LinkedProject): ReactNode {
  const links = [...(acceptsClaims(project) ? [claimLink] : []), ...(acceptsSignUps(project) ? [joinLink] : [])];
  return links.length > 0 && <PageLinks links={links} />;
}

/** What customers see at an address that doesn't exist. */
export function PageNotFound({ project }: { project: LinkedProject }) {
  const [canClaim, canJoin] = [acceptsClaims(project), acceptsSignUps(project)];
  return (
    <AuthCard
      project={project}
      title={notFoundMessages.title}
      description={canClaim || canJoin ? notFoundMessages.textWithLinks : notFoundMessages.text}
    >
      <div className="grid gap-3">
        {/* Not Links: these are no pages of Next.js. */}
        {canClaim && (
          <a href={routes.claim} className={buttonStyle({ size: "lg" })}>
            {notFoundMessages.claim}
          </a>
        )}
        {canJoin && (
          <a href={routes.join} className={buttonStyle({ variant: canClaim ? "outline" : "default", size: "lg" })}>
            {messages.join}
          </a>
        )}
      </div>
    </AuthCard>
  );
}
