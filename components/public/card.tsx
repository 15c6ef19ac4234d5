import type { ReactNode } from "react";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { buttonStyle } from "@/components/ui/button-style";
import type { ProjectRecord } from "@/contract/project";
import { continueMessages, failedPageMessages, invalidLinkMessages, unavailableMessages } from "./messages";
import { type LinkedProject, linkToForms } from "./page-links";

/** The options of a form in a frame on another site: its URL and action, whether it asks for names, and the site's theme if known. */
export type EmbedFrame = { url: string; action: string; names: boolean; theme: "light" | "dark" | null };

type PublicCardProps = {
  project: ProjectBranding;
  frame: EmbedFrame | undefined;
  title: string;
  description?: ReactNode;
  /** Links to other pages below the card, which a frame doesn't show. */
  footer?: ReactNode;
  children: ReactNode;
};

/** The layout of a public page: a card, or plain content inside a frame. */
export function PublicCard({ frame, ...card }: PublicCardProps) {
  if (!frame) return <AuthCard {...card} />;
  const { title, description, children } = card;
  return (
    <main id="content" aria-label={title} data-framed={frame.theme ?? ""} className="max-w-md p-4">
      <h1 className="font-semibold text-lg tracking-tight">{title}</h1>
      {description && <p className="mt-1 text-muted-foreground">{description}</p>}
      <div className="mt-4">{children}</div>
    </main>
  );
}

type ContinueNoticeProps = {
  /** Where people continue. */
  url: string;
  /** The link, if it isn't the URL itself. */
  href?: string;
  /** Redirects without a click. Redirects with a meta refresh, because `form-action 'self'` blocks an HTTP redirect to another site. */
  isAutomatic: boolean;
  /** What people continue for. */
  text: (host: string) => string;
};

/** Where people continue after a form. The link breaks out of a frame. */
export function ContinueNotice({ url, href = url, isAutomatic, text }: ContinueNoticeProps) {
  const { host } = new URL(url);
  return (
    <>
      {isAutomatic && <meta httpEquiv="refresh" content={`0;url=${url}`} />}
      <p className="text-muted-foreground">{isAutomatic ? continueMessages.redirectingTo(host) : text(host)}</p>
      <a href={href} target="_top" rel="noreferrer" className={buttonStyle({ size: "touch" })}>
        {continueMessages.continue}
      </a>
    </>
  );
}

/** What is known of the project's own website. */
export type Website = Pick<ProjectRecord, "homePage" | "homeRedirectUrl" | "referralPageUrl">;

/** The project's own website, if there is one. */
export const getWebsite = ({ homePage, homeRedirectUrl, referralPageUrl }: Website): string | null =>
  (homePage === "redirect" ? homeRedirectUrl : null) ?? referralPageUrl;

type ClosedNoticeProps = {
  project: ProjectBranding;
  /** The link to the other form. */
  footer: ReactNode;
  title: string;
  text: string;
  frame?: EmbedFrame | undefined;
};

/** Replaces a form that can't be used now: claims or sign-ups are paused, sign-ups are closed, or the waitlist is full. */
export const ClosedNotice = ({ project, footer, title, text, frame }: ClosedNoticeProps) => (
  <PublicCard project={project} frame={frame} title={title} footer={footer}>
    <p className="whitespace-pre-line text-md leading-6">{text}</p>
  </PublicCard>
);

/** The page of an emailed link whose token isn't valid, or whose lead was deleted. */
export const InvalidLink = ({ project }: { project: LinkedProject }) => (
  <AuthCard project={project} title={invalidLinkMessages.title} footer={linkToForms(project)}>
    <p className="text-md leading-6">{invalidLinkMessages.errors.link_not_valid}</p>
  </AuthCard>
);

type ReplacedPageProps = { project: ProjectBranding; frame?: EmbedFrame | undefined };

/** Replaces a public page while the project can't be loaded. */
export const ServiceUnavailable = (props: ReplacedPageProps) => (
  <PublicCard {...props} frame={props.frame} title={unavailableMessages.title}>
    <p className="text-md leading-6">{unavailableMessages.text}</p>
  </PublicCard>
);

/** Replaces a public page that failed. The log has the cause under the same ID. */
export const FailedPage = ({ errorId, url, ...props }: ReplacedPageProps & { errorId: string; url: string }) => (
  <PublicCard {...props} frame={props.frame} title={failedPageMessages.title}>
    <div className="grid gap-4 text-md leading-6">
      <p>{failedPageMessages.text}</p>
      <p className="text-muted-foreground">{failedPageMessages.errorId(errorId)}</p>
      <a href={url} className={buttonStyle({ size: "touch" })}>
        {failedPageMessages.retry}
      </a>
    </div>
  </PublicCard>
);
