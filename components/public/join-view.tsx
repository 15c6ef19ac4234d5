import type { ProjectBranding } from "@/components/layout/logo";
import type { FormError } from "@/contract/errors";
import type { Challenge } from "@/contract/abuse-protection";
import { routes } from "@/lib/routes";
import { errorMessage } from "./form-messages";
import { joinPageMessages as messages } from "./join-page-messages";
import { ProofField } from "./proof-field";
import { type Frame, PublicCard } from "./public-card";
import { type FormState, PublicField, PublicForm } from "./public-form";

/** What whoever joins is to agree to, and what names that wording. */
type Consent = { id: string; wording: string };
type JoinFormProps = {
  project: ProjectBranding;
  formState: FormState;
  error?: FormError | undefined;
  consent: Consent | null;
  challenge: Challenge | null;
  /** When it was shown, sealed. */
  renderedAt: string;
  frame?: Frame | undefined;
};

/** Where a customer joins the waitlist. */
export function JoinForm({ project, formState: filled, error: refused, consent, challenge, renderedAt: shown, frame }: JoinFormProps) {
  const { referralCode } = filled.values;
  return (
    <PublicCard project={project} frame={frame} title={messages.title} description={messages.intro(project.name)}>
      <PublicForm action={frame?.action ?? routes.forms.join} submitLabel={messages.join} error={refused && errorMessage(messages.refused, refused.name)}>
        {referralCode !== undefined && (
          <>
            <input type="hidden" name="referralCode" value={referralCode} />
            <p className="text-muted-foreground">{messages.invited}</p>
          </>
        )}
        <PublicField name="email" label={messages.email} filled={filled} required type="email" maxLength={254} autoComplete="email" />
        {frame?.names !== false && (
          <>
            <PublicField name="firstname" label={messages.firstname} filled={filled} maxLength={200} autoComplete="given-name" />
            <PublicField name="lastname" label={messages.lastname} filled={filled} maxLength={200} autoComplete="family-name" />
          </>
        )}
        {consent && <Consent consent={consent} wrong={filled.errors.consent} />}
        <ProofField challenge={challenge} messages={messages.proof} />
        <HiddenFields renderedAt={shown} />
      </PublicForm>
    </PublicCard>
  );
}

/** What people neither see nor fill in: a field that only programs do, and when the form was shown. */
function HiddenFields({ renderedAt: shown }: { renderedAt: string }) {
  return (
    <>
      <input type="hidden" name="shown" value={shown} />
      <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
        <label>
          {messages.leaveEmpty}
          <input name="homepage" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}

function Consent({ consent: { id, wording }, wrong }: { consent: Consent; wrong: string[] | undefined }) {
  const error = wrong?.join(", ");
  return (
    <div className="grid gap-1.5">
      <label className="flex items-start gap-3 text-[15px] leading-6">
        <input
          type="checkbox"
          name="consent"
          value={id}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error && "consent-error"}
          className="mt-1 size-4 shrink-0 accent-primary"
        />
        <span className="min-w-0 whitespace-pre-line break-words">{wording}</span>
      </label>
      {error && (
        <p id="consent-error" className="text-[13px] text-destructive">
          {error}
        </p>
      )}
    </div>
  );
}

type JoinSuccessProps = { project: ProjectBranding & { doubleOptIn: boolean; joinedMail: boolean }; email: string; frame?: Frame | undefined };

/** What a customer sees who has joined: the same, whether their address was known before or not. */
export function JoinSuccess({ project, email, frame }: JoinSuccessProps) {
  const [title, text] = project.doubleOptIn ? [messages.toConfirm, messages.toConfirmText] : [messages.joined, messages.joinedText];
  return (
    <PublicCard project={project} frame={frame} title={title}>
      <p className="break-words text-[15px] leading-6">
        {text(email, project.name)} {!project.doubleOptIn && project.joinedMail && messages.placeByMail}
      </p>
    </PublicCard>
  );
}
