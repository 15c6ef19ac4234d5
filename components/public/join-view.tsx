import type { ProjectBranding } from "@/components/layout/logo";
import { LinkedText } from "@/components/ui/text";
import type { Challenge } from "@/contract/abuse-protection";
import type { FormError } from "@/contract/errors";
import type { Question } from "@/contract/questions";
import { routes } from "@/lib/routes";
import { type EmbedFrame, PublicCard } from "./card";
import { CheckboxField, type FormState, ProofField, PublicField, PublicForm, QuestionField } from "./form";
import { joinMessages, joinPageMessages, submitErrorMessage } from "./messages";

const messages = { ...joinMessages, ...joinPageMessages };

/** The project's consent text and its id, which the form sends so that a changed text isn't recorded as agreed to. */
type Consent = { id: string; text: string };
type JoinFormProps = {
  project: ProjectBranding;
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
    <PublicCard project={project} frame={frame} title={messages.title} description={messages.intro(project.name)}>
      <PublicForm
        action={frame?.action ?? routes.forms.join}
        submitLabel={messages.join}
        error={error && submitErrorMessage(messages.errors, error.name)}
      >
        {referralCode !== undefined && (
          <>
            <input type="hidden" name="referralCode" value={referralCode} />
            <p className="text-muted-foreground">{messages.invited}</p>
          </>
        )}
        <PublicField name="email" label={messages.email} formState={formState} required type="email" maxLength={254} autoComplete="email" />
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
        {Object.entries(formState.values)
          .filter(([name]) => isAttributionField(name))
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
      </PublicForm>
    </PublicCard>
  );
}

/** Whether a field says where the person came from. */
const isAttributionField = (name: string): boolean => /^(sourceTag|utm\.\w+|referrerUrl)$/.test(name);

/** The render time, and a honeypot that only bots fill in. */
function BotDetectionFields({ renderedAt }: { renderedAt: string }) {
  return (
    <>
      <input type="hidden" name="renderedAt" value={renderedAt} />
      <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
        <label>
          {messages.leaveEmpty}
          <input name="homepage" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}

type JoinSuccessProps = {
  project: ProjectBranding & { doubleOptIn: boolean; sendJoinedEmail: boolean };
  email: string;
  frame?: EmbedFrame | undefined;
};

/** Confirms a sign-up. It must look the same for new and known emails. */
export function JoinSuccess({ project, email, frame }: JoinSuccessProps) {
  const title = project.doubleOptIn ? messages.checkEmail : messages.joined;
  const text = project.doubleOptIn ? messages.checkEmailText(email, project.name) : messages.joinedText(email);
  return (
    <PublicCard project={project} frame={frame} title={title}>
      <p className="break-words text-[15px] leading-6">
        {text} {!project.doubleOptIn && project.sendJoinedEmail && messages.positionByEmail}
      </p>
    </PublicCard>
  );
}
