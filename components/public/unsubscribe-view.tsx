import type { ReactNode } from "react";
import { AuthCard } from "@/components/layout/auth-card";
import type { ShownProject } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import type { SuppressionRecord } from "@/contract/suppressions";
import { PublicForm } from "./public-form";
import { unsubscribeMessages as say } from "./unsubscribe-messages";

type UnsubscribeProps = {
  project: ShownProject;
  email: string;
  /** Why the address gets no mail; null where it gets mail. */
  reason: SuppressionRecord["reason"] | null;
  /** They took it back just now. */
  again: boolean;
  /** Where the form is sent. */
  action: string;
  /** Why what was sent before was not done. */
  problem?: string | undefined;
};

/** Where somebody asks for no more mail, and can take that back. Opening it changes nothing. */
export function Unsubscribe({ project, email, reason, again, action, problem }: UnsubscribeProps) {
  if (reason !== null)
    return (
      <AuthCard project={project} title={say.stopped(project.name)}>
        <Stopped email={email} problem={problem}>
          {reason === "unsubscribed" && <TakeBack action={action} />}
        </Stopped>
      </AuthCard>
    );
  return (
    <AuthCard project={project} title={again ? say.again(project.name) : say.title}>
      <div className="grid gap-4 text-[15px] leading-6">
        <Address email={email} text={again ? say.againText : say.intro(project.name)} />
        <PublicForm action={action} submit={say.stop} problem={problem}>
          <input type="hidden" name="act" value="stop" />
        </PublicForm>
      </div>
    </AuthCard>
  );
}

function Stopped({ email, problem, children }: { email: string; problem: string | undefined; children: ReactNode }) {
  return (
    <div className="grid gap-4 text-[15px] leading-6">
      {problem && (
        <div role="alert" className="rounded-lg border border-destructive/50 px-3 py-2">
          {problem}
        </div>
      )}
      <Address email={email} text={say.stoppedText} />
      {children}
    </div>
  );
}

const TakeBack = ({ action }: { action: string }) => (
  <form method="post" action={action}>
    <input type="hidden" name="act" value="resume" />
    <Button type="submit" variant="outline" size="lg" className="h-11 w-full text-base">
      {say.mistaken}
    </Button>
  </form>
);

const Address = ({ email, text }: { email: string; text: string }) => (
  <p>
    {text}
    <span className="mt-1 block break-all font-mono text-sm">{email}</span>
  </p>
);

/** What somebody sees whose link was damaged on its way. */
export const BrokenLink = ({ project }: { project: ShownProject }) => (
  <AuthCard project={project} title={say.broken}>
    <p className="text-[15px] leading-6">{say.brokenText}</p>
  </AuthCard>
);
