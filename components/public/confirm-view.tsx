import { AuthCard } from "@/components/layout/auth-card";
import type { ShownProject } from "@/components/layout/logo";
import type { Refused } from "@/contract/errors";
import { routes } from "@/lib/routes";
import { confirmMessages as say } from "./confirm-messages";
import { sentenceOf } from "./form-messages";
import { PublicForm } from "./public-form";

type ConfirmFormProps = { project: ShownProject; token: string; email: string; refused?: Refused | undefined };

/** Where a lead says that an address is theirs. Opening it says nothing: programs open every link of a mail. */
export function ConfirmForm({ project, token, email, refused }: ConfirmFormProps) {
  return (
    <AuthCard project={project} title={say.title} description={<span className="break-words">{say.intro(email, project.name)}</span>}>
      <PublicForm action={routes.forms.confirm} submit={say.confirm} problem={refused && sentenceOf(say.refused, refused.name)}>
        <input type="hidden" name="t" value={token} />
      </PublicForm>
      <p className="mt-4 text-muted-foreground">{say.elseNothing}</p>
    </AuthCard>
  );
}

/** What a lead sees who has confirmed. */
export function Confirmed({ project, email }: { project: ShownProject; email: string }) {
  return (
    <AuthCard project={project} title={say.confirmed}>
      <p className="break-words text-[15px] leading-6">{say.confirmedText(email, project.name)}</p>
    </AuthCard>
  );
}
