import type { ReactNode } from "react";
import { AuthCard } from "@/components/layout/auth-card";
import { buttonStyle } from "@/components/ui/button-style";
import type { SuppressionRecord } from "@/contract/suppressions";
import { FormAlert, PublicForm } from "./form";
import { unsubscribeMessages as messages } from "./messages";
import { type LinkedProject, linkToForms } from "./page-links";

type UnsubscribeProps = {
  project: LinkedProject;
  email: string;
  /** Why the email is suppressed; null if it isn't. */
  reason: SuppressionRecord["reason"] | null;
  /** The reader just undid the unsubscribe. */
  isResubscribed: boolean;
  action: string;
  error?: string | undefined;
};

/** Where a reader unsubscribes, and can undo it. Opening the page changes nothing. */
export function Unsubscribe({ project, email, reason, isResubscribed, action, error }: UnsubscribeProps) {
  if (reason !== null)
    return (
      <AuthCard project={project} title={messages.unsubscribed} footer={linkToForms(project)}>
        <Unsubscribed project={project} email={email} error={error}>
          {reason === "unsubscribed" && <ResubscribeForm action={action} />}
        </Unsubscribed>
      </AuthCard>
    );
  return (
    <AuthCard project={project} title={isResubscribed ? messages.resubscribed : messages.title} footer={linkToForms(project)}>
      <div className="grid gap-4 text-md leading-6">
        <TextWithEmail email={email} text={isResubscribed ? messages.resubscribedText(project.name) : messages.text(project.name)} />
        <PublicForm action={action} submitLabel={messages.unsubscribe} error={error}>
          <input type="hidden" name="action" value="unsubscribe" />
        </PublicForm>
      </div>
    </AuthCard>
  );
}

type UnsubscribedProps = { project: LinkedProject; email: string; error: string | undefined; children: ReactNode };

function Unsubscribed({ project, email, error, children }: UnsubscribedProps) {
  return (
    <div className="grid gap-4 text-md leading-6">
      {error && <FormAlert>{error}</FormAlert>}
      <TextWithEmail email={email} text={messages.unsubscribedText(project.name)} />
      {children}
    </div>
  );
}

const ResubscribeForm = ({ action }: { action: string }) => (
  <form method="post" action={action}>
    <input type="hidden" name="action" value="resubscribe" />
    <button type="submit" className={buttonStyle({ variant: "outline", size: "touch", className: "w-full" })}>
      {messages.undo}
    </button>
  </form>
);

const TextWithEmail = ({ email, text }: { email: string; text: string }) => (
  <p>
    {text}
    <span translate="no" className="mt-1 block break-all font-mono text-sm">
      {email}
    </span>
  </p>
);

export const InvalidUnsubscribeLink = ({ project }: { project: LinkedProject }) => (
  <AuthCard project={project} title={messages.invalidLinkTitle} footer={linkToForms(project)}>
    <p className="text-md leading-6">{messages.invalidLinkText}</p>
  </AuthCard>
);
