import { LinkedText, TextWithValues } from "@/components/ui/text";
import type { Challenge } from "@/contract/abuse-protection";
import type { FormError } from "@/contract/errors";
import type { ProjectRecord } from "@/contract/project";
import type { Question } from "@/contract/questions";
import { routes } from "@/lib/routes";
import { suggestEmail } from "@/lib/suggest-email";
import { ContinueNotice, type EmbedFrame, PublicCard } from "./card";
import { CheckboxField, type FormState, HiddenFields, ProofField, PublicField, PublicForm, QuestionField } from "./form";
import { joinMessages, joinPageMessages, submitErrorMessage } from "./messages";
import { type LinkedProject, linkToClaim } from "./page-links";
import { ShareLink } from "./share-link";
import { joinedText } from "./success-texts";

const messages = { ...joinMessages, ...joinPageMessages };

/** The project's consent text and its id, which the form sends so that a changed text isn't recorded as agreed to. */
type Consent = { id: string; text: string };
type JoinFormProps = {
  project: LinkedProject & Pick<ProjectRecord, "joinHeadline" | "joinText">;
  formState: FormState;
  error?: FormError | undefined;
  consent: Consent | null;
  questions: readonly Question[];
  challenge: Challenge | null;
  /** When the form was rendered, encrypted. */
  renderedAt: string;
  frame?: EmbedFrame | undefined;
};

export function JoinForm({ project, formState, error, consent, questions, challenge, renderedAt, frame }: JoinFormProps) {
  const { referralCode } = formState.values;
  return (
    <PublicCard
      project={project}
      frame={frame}
      title={project.joinHeadline ?? messages.title}
      description={project.joinText === null ? messages.intro(project.name) : <JoinText text={project.joinText} />}
      footer={linkToClaim(project)}
    >
      <PublicForm
        action={frame?.action ?? routes.forms.join}
        submitLabel={messages.join}
        error={error && (error.fields?.renderedAt ? messages.expired : submitErrorMessage(messages.errors, error.name))}
      >
        {referralCode !== undefined && (
          <>
            <input type="hidden" name="referralCode" value={referralCode} />
            <p className="text-muted-foreground">{messages.invited}</p>
          </>
        )}
        <PublicField name="email" label={messages.email} formState={formState} required type="email" maxLength={254} autoComplete="email" />
        <p
          role="status"
          data-email-suggestion
          className="-mt-2 empty:hidden [&_button]:rounded-sm [&_button]:py-1 [&_button]:text-link [&_button]:underline [&_button]:underline-offset-3"
        />
        {frame?.names !== false && (
          <>
            <PublicField name="firstname" label={messages.firstname} formState={formState} maxLength={60} autoComplete="given-name" />
            <PublicField name="lastname" label={messages.lastname} formState={formState} maxLength={60} autoComplete="family-name" />
          </>
        )}
        {questions.map((question) => (
          <QuestionField key={question.key} question={question} formState={formState} />
        ))}
        {consent && (
          <CheckboxField name="consent" value={consent.id} error={formState.errors.consent?.join(", ")} required>
            <LinkedText text={consent.text} />
          </CheckboxField>
        )}
        <ProofField challenge={challenge} messages={messages.proof} />
        <BotDetectionFields renderedAt={renderedAt} />
        <HiddenFields values={formState.values} includes={(name) => isAttributionField(name) || name === "state" || name === "returnTo"} />
      </PublicForm>
    </PublicCard>
  );
}

/** Whether a field says where the person came from. */
const isAttributionField = (name: string): boolean => /^(sourceTag|utm\.\w+|referrerUrl)$/.test(name);

const JoinText = ({ text }: { text: string }) => (
  <span className="whitespace-pre-line">
    <LinkedText text={text} />
  </span>
);

/** The render time, and a honeypot that only bots fill in. */
function BotDetectionFields({ renderedAt }: { renderedAt: string }) {
  return (
    <>
      <input type="hidden" name="renderedAt" value={renderedAt} />
      <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
        <label>
          {messages.leaveEmpty}
          {/* Browsers and password managers fill in fields with a name that they know, such as that of the API, `homepage`. */}
          <input
            name="unused"
            tabIndex={-1}
            autoComplete="off"
            data-1p-ignore="true"
            data-lpignore="true"
            data-bwignore="true"
            data-form-type="other"
          />
        </label>
      </div>
    </>
  );
}

type JoinSuccessProps = {
  project: LinkedProject &
    Pick<ProjectRecord, "name" | "doubleOptIn" | "sendJoinedEmail" | "joinSuccessMessage" | "joinRedirectUrl" | "referralBonus">;
  email: string;
  /** The link to share. */
  referralUrl: string;
  /** The form with what was entered, for someone whose email was wrong. */
  joinAgainUrl: string;
  /** Redirects without a click, unless there is a message to read first. */
  isRedirected: boolean;
  frame?: EmbedFrame | undefined;
};

const fillSuggestion = (email: string): string => messages.didYouMean.replace("{email}", email);

/** Confirms a sign-up. It must look the same for new and known emails. */
export function JoinSuccess({ project, email, referralUrl, joinAgainUrl, isRedirected, frame }: JoinSuccessProps) {
  const suggestion = suggestEmail(email);
  const rest = (
    <>
      <p className="text-muted-foreground text-sm">
        {suggestion === null ? messages.wrongEmail : fillSuggestion(suggestion)}{" "}
        <a href={joinAgainUrl} className="rounded-sm text-link underline underline-offset-3">
          {messages.joinAgain}
        </a>
      </p>
      <ShareLink project={project} link={referralUrl} referralBonus={project.referralBonus} referrals={null} />
    </>
  );
  const { title, paragraphs } = joinedText(project, email);
  const { doubleOptIn, joinSuccessMessage, joinRedirectUrl } = project;
  return (
    <PublicCard project={project} frame={frame} title={title} footer={linkToClaim(project)}>
      <div className="grid gap-4 text-md leading-6">
        {paragraphs.map((text) => (
          <p key={text} className="whitespace-pre-line">
            <TextWithValues text={text} values={[email]} />
          </p>
        ))}
        {!doubleOptIn && joinRedirectUrl !== null && (
          <ContinueNotice
            url={joinRedirectUrl}
            isAutomatic={isRedirected && !frame && joinSuccessMessage === null}
            text={messages.continueTo}
          />
        )}
        {rest}
      </div>
    </PublicCard>
  );
}
