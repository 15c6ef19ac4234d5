import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { buttonStyle } from "@/components/ui/button-style";
import { TextWithValues } from "@/components/ui/text";
import type { FormError } from "@/contract/errors";
import type { ProjectRecord } from "@/contract/project";
import { routes } from "@/lib/routes";
import { ContinueNotice } from "./card";
import { PublicForm } from "./form";
import { changeEmailMessages, invalidLinkMessages, confirmMessages as messages, submitErrorMessage } from "./messages";
import { type LinkedProject, linkToClaim } from "./page-links";
import { Position } from "./position-view";
import { ShareLink } from "./share-link";

type ConfirmFormProps = {
  project: LinkedProject;
  token: string;
  email: string;
  /** They get no email until they confirm. */
  isUnsubscribed: boolean;
  error?: FormError | undefined;
};

/** Where a lead confirms their email. Opening the page doesn't confirm it, because email scanners open every link. */
export function ConfirmForm({ project, token, email, isUnsubscribed, error }: ConfirmFormProps) {
  return (
    <AuthCard
      project={project}
      title={messages.title}
      description={
        <span>
          <TextWithValues text={messages.intro(email, project.name)} values={[email]} />
        </span>
      }
      footer={linkToClaim(project)}
    >
      {isUnsubscribed && <p className="mb-4 text-md leading-6">{messages.unsubscribed(project.name)}</p>}
      <PublicForm
        action={routes.forms.confirm}
        submitLabel={messages.confirm}
        error={error && submitErrorMessage(invalidLinkMessages.errors, error.name)}
      >
        <input type="hidden" name="token" value={token} />
      </PublicForm>
      <p className="mt-4 text-muted-foreground">{messages.ignore}</p>
    </AuthCard>
  );
}

type ConfirmSuccessProps = {
  project: LinkedProject & Pick<ProjectRecord, "sendJoinedEmail" | "joinSuccessMessage" | "joinRedirectUrl" | "referralBonus">;
  email: string;
  positionUrl: string;
  /** Their position in line, if they have one, and their link to share. */
  place: { position: { position: number; waiting: number } | null; referralLink: string } | null;
  /** They get no email although they confirmed, such as after a bounce. */
  isSuppressed: boolean;
  /** Redirects without a click, unless there is a message to read first. */
  isRedirected: boolean;
};

export function ConfirmSuccess({ project, email, positionUrl, place, isSuppressed, isRedirected }: ConfirmSuccessProps) {
  const { joinSuccessMessage, joinRedirectUrl } = project;
  return (
    <AuthCard project={project} title={messages.confirmed} footer={linkToClaim(project)}>
      <div className="grid gap-4 text-md leading-6">
        {place?.position && <Position {...place.position} />}
        {(joinSuccessMessage !== null || !isSuppressed) && (
          <p className="whitespace-pre-line">
            <TextWithValues text={joinSuccessMessage ?? messages.confirmedText(email)} values={[email]} />
          </p>
        )}
        {isSuppressed && (
          <p>
            <TextWithValues text={messages.suppressedText(email)} values={[email]} />
          </p>
        )}
        {project.sendJoinedEmail && !isSuppressed && <p>{messages.positionByEmail}</p>}
        {joinRedirectUrl !== null && (
          <ContinueNotice url={joinRedirectUrl} isAutomatic={isRedirected && joinSuccessMessage === null} text={messages.continueTo} />
        )}
        <a href={positionUrl} className={buttonStyle({ variant: joinRedirectUrl === null ? "default" : "outline", size: "touch" })}>
          {messages.position}
        </a>
        {place && (
          <ShareLink
            project={project}
            link={place.referralLink}
            referralBonus={place.position === null ? 0 : project.referralBonus}
            referrals={null}
          />
        )}
      </div>
    </AuthCard>
  );
}

type ChangeEmailProps = {
  project: ProjectBranding;
  token: string;
  change: { newEmail: string; status: "pending" | "confirmed" | "expired"; positionUrl: string | null };
  error?: FormError | undefined;
};

/** Where someone confirms the new email of a lead. Opening the page changes nothing. */
export function ChangeEmail({ project, token, change: { newEmail, status, positionUrl }, error }: ChangeEmailProps) {
  if (status === "pending")
    return (
      <AuthCard
        project={project}
        title={changeEmailMessages.title}
        description={<span>{changeEmailMessages.text(newEmail, project.name)}</span>}
      >
        <PublicForm
          action={routes.forms.changeEmail}
          submitLabel={changeEmailMessages.confirm}
          error={error && submitErrorMessage(changeEmailMessages.errors, error.name)}
        >
          <input type="hidden" name="token" value={token} />
        </PublicForm>
        <p className="mt-4 text-muted-foreground">{changeEmailMessages.ignore}</p>
      </AuthCard>
    );
  const isConfirmed = status === "confirmed";
  return (
    <AuthCard project={project} title={isConfirmed ? changeEmailMessages.changed : changeEmailMessages.expired}>
      <div className="grid gap-4 text-md leading-6">
        <p>{isConfirmed ? changeEmailMessages.changedText(newEmail) : changeEmailMessages.expiredText()}</p>
        {positionUrl !== null && (
          <a href={positionUrl} className={buttonStyle({ size: "touch" })}>
            {changeEmailMessages.position}
          </a>
        )}
      </div>
    </AuthCard>
  );
}
