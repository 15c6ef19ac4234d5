import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import type { FormError } from "@/contract/errors";
import { routes } from "@/lib/routes";
import { PublicForm } from "./form";
import { invalidLinkMessages, confirmMessages as messages, submitErrorMessage } from "./messages";

type ConfirmFormProps = { project: ProjectBranding; token: string; email: string; error?: FormError | undefined };

/** Where a lead confirms their email. Opening the page doesn't confirm it, because email scanners open every link. */
export function ConfirmForm({ project, token, email, error }: ConfirmFormProps) {
  return (
    <AuthCard
      project={project}
      title={messages.title}
      description={<span className="break-words">{messages.intro(email, project.name)}</span>}
    >
      <PublicForm
        action={routes.forms.confirm}
        submitLabel={messages.confirm}
        error={error && submitErrorMessage(invalidLinkMessages.errors, error.name)}
      >
        <input type="hidden" name="token" value={token} />
      </PublicForm>
      <p className="mt-4 text-muted-foreground">{messages.ignore}</p>
    </AuthCard>
  );
}

export function ConfirmSuccess({ project, email }: { project: ProjectBranding; email: string }) {
  return (
    <AuthCard project={project} title={messages.confirmed}>
      <p className="break-words text-[15px] leading-6">{messages.confirmedText(email)}</p>
    </AuthCard>
  );
}
