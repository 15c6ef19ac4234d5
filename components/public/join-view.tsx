import type { ShownProject } from "@/components/layout/logo";
import type { Refused } from "@/contract/errors";
import type { Challenge } from "@/contract/protection";
import { routes } from "@/lib/routes";
import { sentenceOf } from "./form-messages";
import { joinPageMessages as say } from "./join-page-messages";
import { ProofField } from "./proof-field";
import { type Frame, PublicCard } from "./public-card";
import { type Filled, PublicField, PublicForm } from "./public-form";

/** What whoever joins is to agree to, and what names that wording. */
type Consent = { id: string; wording: string };
type JoinFormProps = {
  project: ShownProject;
  filled: Filled;
  refused?: Refused | undefined;
  consent: Consent | null;
  challenge: Challenge | null;
  /** When it was shown, sealed. */
  shown: string;
  frame?: Frame | undefined;
};

/** Where a customer joins the waitlist. */
export function JoinForm({ project, filled, refused, consent, challenge, shown, frame }: JoinFormProps) {
  const { referralCode } = filled.typed;
  return (
    <PublicCard project={project} frame={frame} title={say.title} description={say.intro(project.name)}>
      <PublicForm action={frame?.action ?? routes.forms.join} submit={say.join} problem={refused && sentenceOf(say.refused, refused.name)}>
        {referralCode !== undefined && (
          <>
            <input type="hidden" name="referralCode" value={referralCode} />
            <p className="text-muted-foreground">{say.invited}</p>
          </>
        )}
        <PublicField name="email" label={say.email} filled={filled} required type="email" maxLength={254} autoComplete="email" />
        {frame?.names !== false && (
          <>
            <PublicField name="firstname" label={say.firstname} filled={filled} maxLength={200} autoComplete="given-name" />
            <PublicField name="lastname" label={say.lastname} filled={filled} maxLength={200} autoComplete="family-name" />
          </>
        )}
        {consent && <Consent consent={consent} wrong={filled.wrong.consent} />}
        <ProofField challenge={challenge} say={say.proof} />
        <Signs shown={shown} />
      </PublicForm>
    </PublicCard>
  );
}

/** What people neither see nor fill in: a field that only programs do, and when the form was shown. */
function Signs({ shown }: { shown: string }) {
  return (
    <>
      <input type="hidden" name="shown" value={shown} />
      <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
        <label>
          {say.leaveEmpty}
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

type JoinedProps = { project: ShownProject & { doubleOptIn: boolean; joinedMail: boolean }; email: string; frame?: Frame | undefined };

/** What a customer sees who has joined: the same, whether their address was known before or not. */
export function Joined({ project, email, frame }: JoinedProps) {
  const [title, text] = project.doubleOptIn ? [say.toConfirm, say.toConfirmText] : [say.joined, say.joinedText];
  return (
    <PublicCard project={project} frame={frame} title={title}>
      <p className="break-words text-[15px] leading-6">
        {text(email, project.name)} {!project.doubleOptIn && project.joinedMail && say.placeByMail}
      </p>
    </PublicCard>
  );
}
