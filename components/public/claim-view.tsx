import type { ReactNode } from "react";
import type { ProjectBranding } from "@/components/layout/logo";
import { buttonStyle } from "@/components/ui/button-style";
import { Interpolate, TextWithValues } from "@/components/ui/text";
import type { Challenge } from "@/contract/abuse-protection";
import type { WaitlistStatus } from "@/contract/enums";
import type { FormError } from "@/contract/errors";
import type { ProjectRecord } from "@/contract/project";
import type { Redemption } from "@/contract/redemption";
import { formatWithUtc } from "@/lib/dates";
import { routes } from "@/lib/routes";
import { ContinueNotice, type EmbedFrame, getWebsite, PublicCard, type Website } from "./card";
import { Disclosure, type FormState, HiddenFields, ProofField, PublicField, PublicForm } from "./form";
import { claimErrorMessage, claimMessages, claimPageMessages, declineMessages } from "./messages";
import { type LinkedProject, linkToJoin } from "./page-links";
import { claimConfirmationText, claimedText } from "./success-texts";

const messages = { ...claimMessages, ...claimPageMessages };

type Project = LinkedProject & { timeZone: string };

type ClaimFormProps = {
  project: Project;
  formState: FormState;
  error?: FormError | undefined;
  challenge: Challenge | null;
  frame?: EmbedFrame | undefined;
  /** The waitlist status of the lead whose invitation the link that opened the page belongs to. */
  invitation: WaitlistStatus | null;
  /** Whether only the email that the link was sent to can claim the code. */
  isEmailLocked: boolean;
};

/** The claim form. Opening it never claims a code, whatever the URL contains. */
export function ClaimForm({ project, formState, error, challenge, frame, invitation, isEmailLocked }: ClaimFormProps) {
  const { code = "", email = "", linkToken = "" } = formState.values;
  return (
    <PublicCard
      project={project}
      frame={frame}
      title={messages.title}
      description={isEmailLocked ? messages.personalIntro(project.name) : messages.intro(project.name)}
      footer={!isEmailLocked && linkToJoin(project)}
    >
      <ClaimFields
        formState={formState}
        action={frame?.action}
        challenge={challenge}
        isEmailLocked={isEmailLocked}
        error={error && <ClaimError error={error} timeZone={project.timeZone} invitation={invitation} />}
      />
      {invitation === "invited" && (
        <div className="mt-6 border-t pt-4 text-sm">
          <Disclosure
            summary={declineMessages.decline}
            text={declineMessages.declineText}
            action={routes.forms.declineCode}
            fields={{ code, email, linkToken }}
            submitLabel={declineMessages.declineButton}
          />
        </div>
      )}
    </PublicCard>
  );
}

type ClaimFieldsProps = {
  formState: FormState;
  action?: string | undefined;
  challenge?: Challenge | null;
  isEmailLocked?: boolean;
  error?: ReactNode;
};

function ClaimFields({ formState, action = routes.forms.claim, challenge = null, isEmailLocked = false, error }: ClaimFieldsProps) {
  return (
    <PublicForm action={action} submitLabel={messages.claim} error={error}>
      <PublicField
        name="code"
        label={messages.code}
        hint={messages.codeHint}
        formState={formState}
        required
        mono
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <p
        translate="no"
        role="status"
        data-suggestions
        className="-mt-2 empty:hidden [&_button]:rounded-sm [&_button]:py-1 [&_button]:font-mono [&_button]:text-link [&_button]:underline [&_button]:underline-offset-3"
      />
      <PublicField
        name="email"
        label={messages.email}
        {...(isEmailLocked && { hint: messages.lockedEmailHint, readOnly: true })}
        formState={formState}
        required
        type="email"
        maxLength={254}
        autoComplete="email"
      />
      <HiddenFields values={formState.values} includes={(name) => ["linkToken", "state", "returnTo"].includes(name)} />
      <ProofField challenge={challenge} messages={messages.proof} />
    </PublicForm>
  );
}

type ClaimErrorProps = Pick<ClaimFormProps, "invitation"> & { error: FormError; timeZone: string };

function ClaimError({ error: { name, availableAt, redemption }, timeZone, invitation }: ClaimErrorProps) {
  if (redemption) return <RedemptionText redemption={redemption} />;
  const isDeclined = name === "code_paused" && invitation === "declined";
  return (
    <>
      <span data-not-found={name === "code_not_found" || undefined}>{isDeclined ? messages.declinedBefore : claimErrorMessage(name)}</span>
      {(isDeclined || (name === "code_expired" && invitation === "expired")) && (
        <>
          {" "}
          <a href={routes.join} className="rounded-sm text-link underline underline-offset-3">
            {messages.joinAgain}
          </a>
        </>
      )}
      {availableAt && (
        <>
          {" "}
          <Interpolate
            text={messages.availableFrom}
            values={{ time: <time dateTime={availableAt}>{formatWithUtc(new Date(availableAt), timeZone)}</time> }}
          />
        </>
      )}
    </>
  );
}

/** Says where a code is redeemed. */
const RedemptionText = ({ redemption: { redemptionUrl, redemptionInstructions } }: { redemption: Redemption }) => (
  <span className="grid gap-2">
    {redemptionUrl !== null && (
      <span>
        <Interpolate
          text={messages.redeemAt}
          values={{
            host: (
              <a
                href={redemptionUrl}
                target="_top"
                rel="noreferrer"
                className="break-all rounded-sm text-link underline underline-offset-3"
              >
                {new URL(redemptionUrl).hostname}
              </a>
            ),
          }}
        />
      </span>
    )}
    {redemptionInstructions !== null && <span className="whitespace-pre-line">{redemptionInstructions}</span>}
  </span>
);

/** Says where the code of an emailed link is redeemed, and shows the code. */
export const RedeemElsewhere = ({ project, code, redemption }: { project: ProjectBranding; code: string; redemption: Redemption }) => (
  <PublicCard project={project} frame={undefined} title={messages.redeemTitle}>
    <div className="grid gap-4 text-md leading-6">
      <p translate="no" className="break-all rounded-md border bg-sunken px-3 py-4 text-center font-mono font-semibold text-xl">
        {code}
      </p>
      <div>
        <RedemptionText redemption={redemption} />
      </div>
      {redemption.redemptionUrl !== null && (
        <a href={redemption.redemptionUrl} rel="noreferrer" className={buttonStyle({ size: "touch" })}>
          {messages.redeem}
        </a>
      )}
    </div>
  </PublicCard>
);

type ClaimSuccessProps = {
  project: Project & Website & Pick<ProjectRecord, "successMessage">;
  claimed: Partial<Record<"code" | "email", string>>;
  /** Whether they get an email with a link to codes for friends. */
  getsInvites: boolean;
  /** Where people continue: the project's redirect URL, with the claim token if they are redirected, and the link that gets a new token. */
  redirect: { url: string; continueUrl: string } | null;
  /** Redirects without a click, unless there is a message to read first. */
  isRedirected: boolean;
  frame?: EmbedFrame | undefined;
};

/** Confirms a claim. People continue to the project's redirect URL or website, or claim another code. */
export function ClaimSuccess({ project, claimed, getsInvites, redirect, isRedirected, frame }: ClaimSuccessProps) {
  const { title, paragraphs } = claimedText(project, claimed.code ?? "", claimed.email ?? "");
  return (
    <PublicCard project={project} frame={frame} title={title}>
      <div className="grid gap-4 text-md leading-6">
        <p className="whitespace-pre-line">
          <TextWithValues text={paragraphs.join("")} values={[claimed.code ?? "", claimed.email ?? ""]} />
        </p>
        {getsInvites && <p>{messages.invitesByEmail}</p>}
        {redirect && (
          <ContinueNotice
            url={redirect.url}
            href={redirect.continueUrl}
            isAutomatic={isRedirected && !frame && project.successMessage === null}
            text={messages.continueTo}
          />
        )}
        {redirect === null && <ClaimNextStep project={project} frame={frame} />}
      </div>
    </PublicCard>
  );
}

function ClaimNextStep({ project, frame }: { project: Website; frame: EmbedFrame | undefined }) {
  const website = getWebsite(project);
  return (
    <>
      {website && <ContinueNotice url={website} isAutomatic={false} text={messages.continueToWebsite} />}
      <a href={frame?.url ?? routes.claim} className={buttonStyle({ variant: "outline", size: "touch" })}>
        {messages.claimAnother}
      </a>
    </>
  );
}

export const InvitationDeclined = ({ project, email }: { project: ProjectBranding; email: string }) => (
  <PublicCard project={project} frame={undefined} title={declineMessages.declined}>
    <div className="grid gap-4 text-md leading-6">
      <p>
        <TextWithValues text={declineMessages.declinedText(email, project.name)} values={[email]} />
      </p>
      <a href={routes.join} className={buttonStyle({ variant: "outline", size: "touch" })}>
        {declineMessages.joinAgain}
      </a>
    </div>
  </PublicCard>
);

type ClaimConfirmationProps = { project: ProjectBranding; email: string; frame?: EmbedFrame | undefined };

/** Asks for the emailed link to finish the claim. It must look the same whether or not the email can be sent. */
export function ClaimConfirmation({ project, email, frame }: ClaimConfirmationProps) {
  const { title, paragraphs } = claimConfirmationText(email);
  return (
    <PublicCard project={project} frame={frame} title={title}>
      <p className="text-md leading-6">
        <TextWithValues text={paragraphs.join("")} values={[email]} />
      </p>
    </PublicCard>
  );
}
