import type { ReactNode } from "react";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { Button } from "@/components/ui/button";
import type { SuppressionRecord } from "@/contract/suppressions";
import { PublicForm } from "./public-form";
import { unsubscribeMessages as messages } from "./unsubscribe-messages";

type UnsubscribeProps = {
  project: ProjectBranding;
  email: string;
  /** Why the address gets no mail; null where it gets mail. */
  reason: SuppressionRecord["reason"] | null;
  /** They took it back just now. */
  isResubscribed: boolean;
  /** Where the form is sent. */
  action: string;
  /** Why what was sent before was not done. */
  error?: string | undefined;
};

/** Where somebody asks for no more mail, and can take that back. Opening it changes nothing. */
export function Unsubscribe({ project, email, reason, isResubscribed: again, action, error: problem }: UnsubscribeProps) {
  if (reason !== null)
    return (
      <AuthCard project={project} title={messages.stopped(project.name)}>
        <Unsubscribed email={email} error={problem}>
          {reason === "unsubscribed" && <ResubscribeForm action={action} />}
        </Unsubscribed>
      </AuthCard>
    );
  return (
    <AuthCard project={project} title={again ? messages.again(project.name) : messages.title}>
      <div className="grid gap-4 text-[15px] leading-6">
        <EmailAddress email={email} text={again ? messages.againText : messages.intro(project.name)} />
        <PublicForm action={action} submitLabel={messages.stop} error={problem}>
          <input type="hidden" name="act" value="stop" />
        </PublicForm>
      </div>
    </AuthCard>
  );
}

function Unsubscribed({ email, error: problem, children }: { email: string; error: string | undefined; children: ReactNode }) {
  return (
    <div className="grid gap-4 text-[15px] leading-6">
      {problem && (
        <div role="alert" className="rounded-lg border border-destructive/50 px-3 py-2">
          {problem}
        </div>
      )}
      <EmailAddress email={email} text={messages.stoppedText} />
      {children}
    </div>
  );
}

const ResubscribeForm = ({ action }: { action: string }) => (
  <form method="post" action={action}>
    <input type="hidden" name="act" value="resume" />
    <Button type="submit" variant="outline" size="lg" className="h-11 w-full text-base">
      {messages.mistaken}
    </Button>
  </form>
);

const EmailAddress = ({ email, text }: { email: string; text: string }) => (
  <p>
    {text}
    <span className="mt-1 block break-all font-mono text-sm">{email}</span>
  </p>
);

/** What somebody sees whose link was damaged on its way. */
export const InvalidUnsubscribeLink = ({ project }: { project: ProjectBranding }) => (
  <AuthCard project={project} title={messages.broken}>
    <p className="text-[15px] leading-6">{messages.brokenText}</p>
  </AuthCard>
);
