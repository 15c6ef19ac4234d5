import type { ShownProject } from "@/components/layout/logo";
import type { Refused } from "@/contract/refusals";
import { routes } from "@/lib/routes";
import { sentenceOf } from "./form-messages";
import { joinPageMessages as say } from "./join-page-messages";
import { type Frame, PublicCard } from "./public-card";
import { type Filled, PublicField, PublicForm } from "./public-form";

type JoinFormProps = { project: ShownProject; filled: Filled; refused?: Refused | undefined; frame?: Frame | undefined };

/** Where a customer joins the waitlist. */
export function JoinForm({ project, filled, refused, frame }: JoinFormProps) {
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
      </PublicForm>
    </PublicCard>
  );
}

/** What a customer sees who has joined: the same, whether their address was known before or not. */
export function Joined({ project, email, frame }: { project: ShownProject; email: string; frame?: Frame | undefined }) {
  return (
    <PublicCard project={project} frame={frame} title={say.joined}>
      <p className="break-words text-[15px] leading-6">{say.joinedText(email, project.name)}</p>
    </PublicCard>
  );
}
