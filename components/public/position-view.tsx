import { AuthCard } from "@/components/layout/auth-card";
import { buttonStyle } from "@/components/ui/button-style";
import { Interpolate, TextWithValues } from "@/components/ui/text";
import type { Challenge } from "@/contract/abuse-protection";
import type { WaitlistStatus as Status, suppressionReasons } from "@/contract/enums";
import type { FormError } from "@/contract/errors";
import { describeUnsupportedEmail } from "@/contract/normalize";
import type { ProjectRecord } from "@/contract/project";
import { formatWithUtc } from "@/lib/dates";
import { routes, withQuery } from "@/lib/routes";
import { ContinueNotice, getWebsite, type Website } from "./card";
import { Details, Disclosure, FormAlert, type FormState, ProofField, PublicField, PublicForm } from "./form";
import { InviteCodes, type Invites } from "./invite-codes";
import { continueMessages, declineMessages, invalidLinkMessages, positionMessages, submitErrorMessage } from "./messages";
import { type LinkedProject, linkToClaim, linkToForms } from "./page-links";
import { ShareLink } from "./share-link";

const messages = {
  ...declineMessages,
  ...positionMessages,
  errors: { ...invalidLinkMessages.errors, ...declineMessages.errors, ...positionMessages.errors },
};

const linkStyle = "rounded-sm py-1 text-link underline underline-offset-3";

type LeadPosition = {
  email: string;
  status: Status | null;
  position: { position: number; waiting: number } | null;
  invitation: { claimUrl: string; expiresAt: string | null; startsAt: string | null; isPaused: boolean } | null;
  suppression: (typeof suppressionReasons)[number] | null;
  claimedUrl: string | null;
  referrals: number;
  invites: Invites | null;
  /** Where they unsubscribe, or undo it. */
  unsubscribeUrl: string;
};
type Project = LinkedProject & { referralBonus: number; timeZone: string } & Pick<ProjectRecord, "redirectUrl"> & Website;
type PositionViewProps = {
  project: Project;
  token: string;
  lead: LeadPosition;
  referralLink: string;
  /** The values of the form that changes the email, if it was submitted. */
  changeForm: FormState | null;
  challenge: Challenge | null;
  error?: FormError | undefined;
};

/** A lead's own page: their position, their referral link, and how to leave or delete their data. */
export function PositionView({ project, token, lead, referralLink, changeForm, challenge, error }: PositionViewProps) {
  return (
    <AuthCard
      project={project}
      title={positionTitle(lead)}
      description={<bdi>{lead.email}</bdi>}
      footer={lead.invitation === null && linkToClaim(project)}
    >
      <div className="grid gap-6 text-md leading-6">
        {error && (
          <FormAlert>
            {error.fields?.email ? invalidEmailMessage(changeForm?.values.email) : submitErrorMessage(messages.errors, error.name)}
          </FormAlert>
        )}
        <WaitlistStatus project={project} lead={lead} />
        {lead.invites !== null && <InviteCodes token={token} invites={lead.invites} />}
        <ShareLink
          project={project}
          link={referralLink}
          // Only people in line move up.
          referralBonus={lead.position === null ? 0 : project.referralBonus}
          referrals={lead.referrals}
        />
        <div className="grid gap-2 border-t pt-4 text-sm">
          {lead.position !== null && (
            <Disclosure
              summary={messages.leave}
              text={messages.leaveText}
              action={routes.forms.leave}
              fields={{ token }}
              submitLabel={messages.leaveButton}
            />
          )}
          {lead.invitation !== null && (
            <Disclosure
              summary={messages.decline}
              text={messages.declineText}
              action={routes.forms.decline}
              fields={{ token }}
              submitLabel={messages.declineButton}
            />
          )}
          <Details summary={messages.changeEmail} open={changeForm !== null}>
            <div className="grid gap-2 py-2">
              <p>{messages.changeEmailText}</p>
              <PublicForm action={routes.forms.requestEmailChange} submitLabel={messages.changeEmailButton}>
                <input type="hidden" name="token" value={token} />
                <PublicField
                  name="email"
                  label={messages.newEmail}
                  formState={changeForm ?? { values: {}, errors: {} }}
                  required
                  type="email"
                  maxLength={254}
                  autoComplete="email"
                />
                <ProofField challenge={challenge} messages={messages.proof} />
              </PublicForm>
            </div>
          </Details>
          {(lead.suppression === null || lead.suppression === "unsubscribed") && (
            <a href={lead.unsubscribeUrl} className="w-fit rounded-sm py-1 text-muted-foreground underline underline-offset-3">
              {lead.suppression === null ? messages.unsubscribe : messages.resubscribe}
            </a>
          )}
          <Details summary={messages.data}>
            <div className="grid gap-2 py-2">
              <p>{messages.dataText(project.name)}</p>
              <p className="flex flex-wrap gap-x-4 gap-y-1">
                <a href={withQuery(routes.personalData, { token, format: "json" })} className={linkStyle} download>
                  {messages.dataFile}
                </a>
                <a href={withQuery(routes.personalData, { token })} className={linkStyle} target="_blank" rel="noreferrer">
                  {messages.dataPage}
                </a>
              </p>
            </div>
          </Details>
          <Disclosure
            summary={messages.deleteData}
            text={messages.deleteDataText(project.name)}
            action={routes.forms.deleteData}
            fields={{ token }}
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

/** The status of someone who isn't waiting. People who never joined see the same as those who left. */
const endedStatus = ({ status }: LeadPosition) => (status === null || status === "waiting" ? "left" : status);

/** The title of the page. */
export const positionTitle = (lead: LeadPosition): string => (lead.position === null ? messages.titles[endedStatus(lead)] : messages.title);

function WaitlistStatus({ project, lead }: { project: Project; lead: LeadPosition }) {
  const { position, invitation } = lead;
  if (position === null) {
    const status = endedStatus(lead);
    const isPaused = invitation !== null && (invitation.isPaused || project.paused.includes("claims"));
    return (
      <div className="grid gap-4">
        <p>
          {isPaused ? messages.codePaused : messages.texts[status]}
          {invitation?.startsAt && !isPaused && (
            <TimeText text={messages.codeStarts} time={invitation.startsAt} timeZone={project.timeZone} />
          )}
          {invitation?.expiresAt && <TimeText text={messages.claimBy} time={invitation.expiresAt} timeZone={project.timeZone} />}
        </p>
        {invitation !== null && !isPaused && (
          <a href={invitation.claimUrl} className={buttonStyle({ size: "touch" })}>
            {messages.claim}
          </a>
        )}
        {status === "claimed" && <ClaimedNextStep project={project} claimedUrl={lead.claimedUrl} />}
        {status !== "claimed" && status !== "invited" && (
          <a href={routes.join} className={buttonStyle({ size: "touch" })}>
            {messages.joinAgain}
          </a>
        )}
      </div>
    );
  }
  return (
    <div>
      <Position {...position} />
      <p className="mt-2">{lead.suppression === null ? messages.nextStep : messages.suppressed[lead.suppression]}</p>
    </div>
  );
}

/** A position in line, in large digits. */
export const Position = ({ position, waiting }: { position: number; waiting: number }) => (
  <p>
    <strong className="mr-2 font-semibold text-4xl tabular-nums tracking-tight">{messages.position(position)}</strong>
    <span className="text-muted-foreground">{messages.waiting(waiting)}</span>
  </p>
);

/** A sentence with a time, after a space. */
const TimeText = ({ text, time, timeZone }: { text: string; time: string; timeZone: string }) => (
  <>
    {" "}
    <Interpolate text={text} values={{ time: <time dateTime={time}>{formatWithUtc(new Date(time), timeZone)}</time> }} />
  </>
);

/** Where people who claimed a code continue: with the code's own link, which leads to the redirect URL, or on the project's website. */
function ClaimedNextStep({ project, claimedUrl }: { project: Project; claimedUrl: string | null }) {
  if (project.redirectUrl !== null && claimedUrl !== null)
    return (
      <>
        <p className="text-muted-foreground">{messages.continueTo(new URL(project.redirectUrl).host)}</p>
        <a href={claimedUrl} className={buttonStyle({ size: "touch" })}>
          {continueMessages.continue}
        </a>
      </>
    );
  const website = getWebsite(project);
  return website && <ContinueNotice url={website} isAutomatic={false} text={messages.continueToWebsite} />;
}

/** The reply of the leave, decline and change forms, with the email, or of the delete form. */
export type PositionFormReply = { left: string } | { declined: string } | { changeRequested: string } | { deleted: true };

export function PositionResult({ project, result }: { project: LinkedProject; result: PositionFormReply }) {
  const [title, text, email = ""] =
    "left" in result
      ? [messages.left, messages.leftText(result.left, project.name), result.left]
      : "declined" in result
        ? [messages.declined, messages.declinedText(result.declined, project.name), result.declined]
        : "changeRequested" in result
          ? [messages.changeRequested, messages.changeRequestedText(result.changeRequested), result.changeRequested]
          : [messages.deleted, messages.deletedText(project.name)];
  return (
    <AuthCard project={project} title={title} footer={linkToForms(project)}>
      <p className="text-md leading-6">
        <TextWithValues text={text} values={[email]} />
      </p>
    </AuthCard>
  );
}

function invalidEmailMessage(email = ""): string {
  const reason = describeUnsupportedEmail(email);
  return reason === null ? messages.invalidEmail : messages.unsupportedEmail(reason);
}
