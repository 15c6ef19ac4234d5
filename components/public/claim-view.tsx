import type { ReactNode } from "react";
import type { ShownProject } from "@/components/layout/logo";
import { ButtonLink } from "@/components/ui/button";
import type { Refused } from "@/contract/errors";
import type { Challenge } from "@/contract/protection";
import { inZone } from "@/lib/moments";
import { routes } from "@/lib/routes";
import { claimPageMessages as say } from "./claim-page-messages";
import { sentenceOf } from "./form-messages";
import { ProofField } from "./proof-field";
import { type Frame, PublicCard } from "./public-card";
import { type Filled, PublicField, PublicForm } from "./public-form";

type Project = ShownProject & { timeZone: string };

type ClaimFormProps = {
  project: Project;
  filled: Filled;
  refused?: Refused | undefined;
  challenge: Challenge | null;
  frame?: Frame | undefined;
};

/** Where a customer claims a code. Opening it claims nothing, whatever its address says. */
export function ClaimForm({ project, filled, refused, challenge, frame }: ClaimFormProps) {
  return (
    <PublicCard project={project} frame={frame} title={say.title} description={say.intro(project.name)}>
      <ClaimFields
        filled={filled}
        action={frame?.action}
        challenge={challenge}
        problem={refused && <WhyNot refused={refused} timeZone={project.timeZone} />}
      />
    </PublicCard>
  );
}

type ClaimFieldsProps = { filled: Filled; action?: string | undefined; challenge?: Challenge | null; problem?: ReactNode };

function ClaimFields({ filled, action = routes.forms.claim, challenge = null, problem }: ClaimFieldsProps) {
  return (
    <PublicForm action={action} submit={say.claim} problem={problem}>
      <PublicField
        name="code"
        label={say.code}
        hint={say.codeHint}
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
      <PublicField name="email" label={say.email} filled={filled} required type="email" maxLength={254} autoComplete="email" />
      {filled.typed.pass && <input type="hidden" name="pass" value={filled.typed.pass} />}
      <ProofField challenge={challenge} say={say.proof} />
    </PublicForm>
  );
}

function WhyNot({ refused: { name, until }, timeZone }: { refused: Refused; timeZone: string }) {
  return (
    <>
      <span data-not-found={name === "code_not_found" || undefined}>{sentenceOf(say.refused, name)}</span>
      {until && (
        <>
          {" "}
          {say.startsAt}
          <time dateTime={until}>{inZone(new Date(until), timeZone)}</time>.
        </>
      )}
    </>
  );
}

type ClaimedProps = {
  project: Project & { claimedText: string | null };
  claimed: { code: string; email: string };
  /** Where it goes on; `"expired"` where it did, and the claim's token no longer works. */
  onward: URL | "expired" | null;
  /** Without that a button is pressed. */
  byItself: boolean;
  frame?: Frame | undefined;
};

/** What a customer sees who has claimed a code. */
export function Claimed({ project, claimed, onward, byItself, frame }: ClaimedProps) {
  return (
    <PublicCard project={project} frame={frame} title={say.claimed}>
      <div className="grid gap-4 text-[15px] leading-6">
        <p className="whitespace-pre-line break-words">{project.claimedText ?? say.claimedText(claimed.code, claimed.email)}</p>
        {onward instanceof URL && <Onward to={onward} byItself={byItself && !frame} />}
        {onward === "expired" && (
          <>
            <p className="text-muted-foreground">{say.again}</p>
            <ClaimFields filled={{ typed: claimed, wrong: {} }} action={frame?.action} />
          </>
        )}
      </div>
    </PublicCard>
  );
}

/** Leads on by itself, and by a link where a browser does not. A redirect would not do: a form of ours must not lead to another site. The link leaves a frame. */
function Onward({ to, byItself }: { to: URL; byItself: boolean }) {
  return (
    <>
      {byItself && <meta httpEquiv="refresh" content={`0;url=${to.href}`} />}
      <p className="break-words text-muted-foreground">{byItself ? say.leadingOn(to.host) : say.leadsOn(to.host)}</p>
      <ButtonLink href={to.href} target="_top" rel="noreferrer" size="lg" className="h-11 text-base">
        {say.onward}
      </ButtonLink>
    </>
  );
}
