import { AuthCard } from "@/components/layout/auth-card";
import type { ShownProject } from "@/components/layout/logo";
import type { Refused } from "@/contract/refusals";
import { routes } from "@/lib/routes";
import { sentenceOf } from "./form-messages";
import { joinPageMessages as say } from "./join-page-messages";
import { type Filled, PublicField, PublicForm } from "./public-form";

type JoinFormProps = { project: ShownProject; filled: Filled; refused?: Refused | undefined };

/** Where a customer joins the waitlist. */
export function JoinForm({ project, filled, refused }: JoinFormProps) {
  const { referralCode } = filled.typed;
  return (
    <AuthCard project={project} title={say.title} description={say.intro(project.name)}>
      <PublicForm action={routes.forms.join} submit={say.join} problem={refused && sentenceOf(say.refused, refused.name)}>
        {referralCode !== undefined && (
          <>
            <input type="hidden" name="referralCode" value={referralCode} />
            <p className="text-muted-foreground">{say.invited}</p>
          </>
        )}
        <PublicField name="email" label={say.email} filled={filled} required type="email" maxLength={254} autoComplete="email" />
        <PublicField name="firstname" label={say.firstname} filled={filled} maxLength={200} autoComplete="given-name" />
        <PublicField name="lastname" label={say.lastname} filled={filled} maxLength={200} autoComplete="family-name" />
      </PublicForm>
    </AuthCard>
  );
}

/** What a customer sees who has joined: the same, whether their address was known before or not. */
export function Joined({ project, email }: { project: ShownProject; email: string }) {
  return (
    <AuthCard project={project} title={say.joined}>
      <p className="break-words text-[15px] leading-6">{say.joinedText(email, project.name)}</p>
    </AuthCard>
  );
}
