import type { ReactNode } from "react";
import type { ProjectBranding } from "@/components/layout/logo";
import { ButtonLink } from "@/components/ui/button";
import type { FormError } from "@/contract/errors";
import type { Challenge } from "@/contract/abuse-protection";
import { formatWithUtc } from "@/lib/local-time";
import { routes } from "@/lib/routes";
import { claimPageMessages as messages } from "./claim-page-messages";
import { errorMessage } from "./form-messages";
import { ProofField } from "./proof-field";
import { type Frame, PublicCard } from "./public-card";
import { type FormState, PublicField, PublicForm } from "./public-form";

type Project = ProjectBranding & { timeZone: string };

type ClaimFormProps = {
  project: Project;
  formState: FormState;
  error?: FormError | undefined;
  challenge: Challenge | null;
  frame?: Frame | undefined;
};

/** Where a customer claims a code. Opening it claims nothing, whatever its address says. */
export function ClaimForm({ project, formState: filled, error: refused, challenge, frame }: ClaimFormProps) {
  return (
    <PublicCard project={project} frame={frame} title={messages.title} description={messages.intro(project.name)}>
      <ClaimFields
        formState={filled}
        action={frame?.action}
        challenge={challenge}
        error={refused && <ClaimError error={refused} timeZone={project.timeZone} />}
      />
    </PublicCard>
  );
}

type ClaimFieldsProps = { formState: FormState; action?: string | undefined; challenge?: Challenge | null; error?: ReactNode };

function ClaimFields({ formState: filled, action = routes.forms.claim, challenge = null, error: problem }: ClaimFieldsProps) {
  return (
    <PublicForm action={action} submitLabel={messages.claim} error={problem}>
      <PublicField
        name="code"
        label={messages.code}
        hint={messages.codeHint}
        filled={filled}
        required
        mono
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <p
        role="status"
        data-suggestions
        className="-mt-2 empty:hidden [&_button]:rounded-sm [&_button]:py-1 [&_button]:font-mono [&_button]:text-link [&_button]:underline [&_button]:underline-offset-3"
      />
      <PublicField name="email" label={messages.email} filled={filled} required type="email" maxLength={254} autoComplete="email" />
      {filled.values.pass && <input type="hidden" name="pass" value={filled.values.pass} />}
      <ProofField challenge={challenge} messages={messages.proof} />
    </PublicForm>
  );
}

function ClaimError({ error: { name, availableAt: until }, timeZone }: { error: FormError; timeZone: string }) {
  return (
    <>
      <span data-not-found={name === "code_not_found" || undefined}>{errorMessage(messages.refused, name)}</span>
      {until && (
        <>
          {" "}
          {messages.startsAt}
          <time dateTime={until}>{formatWithUtc(new Date(until), timeZone)}</time>.
        </>
      )}
    </>
  );
}

type ClaimSuccessProps = {
  project: Project & { claimedText: string | null };
  claimed: { code: string; email: string };
  /** Where it goes on; `"expired"` where it did, and the claim's token no longer works. */
  redirect: URL | "expired" | null;
  /** Without that a button is pressed. */
  isAutomatic: boolean;
  frame?: Frame | undefined;
};

/** What a customer sees who has claimed a code. */
export function ClaimSuccess({ project, claimed, redirect: onward, isAutomatic: byItself, frame }: ClaimSuccessProps) {
  return (
    <PublicCard project={project} frame={frame} title={messages.claimed}>
      <div className="grid gap-4 text-[15px] leading-6">
        <p className="whitespace-pre-line break-words">{project.claimedText ?? messages.claimedText(claimed.code, claimed.email)}</p>
        {onward instanceof URL && <RedirectNotice to={onward} isAutomatic={byItself && !frame} />}
        {onward === "expired" && (
          <>
            <p className="text-muted-foreground">{messages.again}</p>
            <ClaimFields formState={{ values: claimed, errors: {} }} action={frame?.action} />
          </>
        )}
      </div>
    </PublicCard>
  );
}

/** Leads on by itself, and by a link where a browser does not. A redirect would not do: a form of ours must not lead to another site. The link leaves a frame. */
function RedirectNotice({ to, isAutomatic: byItself }: { to: URL; isAutomatic: boolean }) {
  return (
    <>
      {byItself && <meta httpEquiv="refresh" content={`0;url=${to.href}`} />}
      <p className="break-words text-muted-foreground">{byItself ? messages.leadingOn(to.host) : messages.leadsOn(to.host)}</p>
      <ButtonLink href={to.href} target="_top" rel="noreferrer" size="lg" className="h-11 text-base">
        {messages.onward}
      </ButtonLink>
    </>
  );
}
