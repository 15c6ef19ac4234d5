"use client";

import { CircleCheck, CircleX } from "lucide-react";
import { useState } from "react";
import * as z from "zod";
import { useSession } from "@/components/shell/session";
import { describeError } from "@/components/ui/errors";
import { TextareaField, useZodForm } from "@/components/ui/form";
import { DialogForm } from "@/components/ui/form-dialog";
import { RadioGroup } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { invalidEmailsMessage, parseEmails } from "@/contract/email-list";
import { assignableRoles, roles } from "@/contract/roles";
import { labels, roleOptions } from "./labels";

const { invite: inviteLabels } = labels;

/** How many people can be invited at once. Each gets an email of their own. */
const maxInvitations = 50;

const InviteBody = z.object({
  emails: z.string().transform((text, ctx): string[] => {
    const { emails, invalid } = parseEmails(text);
    const unique = [...new Set(emails)];
    const message =
      invalidEmailsMessage(invalid) ??
      (unique.length === 0 ? inviteLabels.emailRequired : unique.length > maxInvitations ? inviteLabels.tooMany(maxInvitations) : null);
    if (message === null) return unique;
    ctx.addIssue({ code: "custom", message });
    return z.NEVER;
  }),
  role: z.enum(roles),
});

/** What happened to the invitation of one email. `error` is null if it was sent. */
type Result = { email: string; error: string | null };

/** Invites one or several people with a role, and lists the result of each. Those that failed stay in the field. */
export function InviteForm({ areEmailsSavedToFile, onDone }: { areEmailsSavedToFile: boolean; onDone: () => void }) {
  const { role: ownRole } = useSession().staff;
  const { mutateAsync } = useApiMutation("POST /team/invitations", { changes: ["GET /team/invitations"] });
  const [results, setResults] = useState<readonly Result[]>([]);
  const form = useZodForm(InviteBody, { defaultValues: { emails: "", role: "member" } });
  const invite = async ({ emails, role }: z.output<typeof InviteBody>) => {
    const done: Result[] = [];
    for (const email of emails) {
      const error = await mutateAsync({ body: { email, role } }).then(
        () => null,
        (reason) => describeFailure(reason),
      );
      done.push({ email, error });
      setResults([...done]);
    }
    const failed = done.filter(({ error }) => error !== null);
    form.reset({ emails: failed.map(({ email }) => email).join("\n"), role });
    if (failed.length > 0) return;
    if (areEmailsSavedToFile) toast.success(inviteLabels.savedToFile(emails.length), { description: inviteLabels.savedToFileDescription });
    else toast.success(inviteLabels.sent(emails.length), { description: emails.join(", ") });
    onDone();
  };
  return (
    <DialogForm form={form} onSubmit={invite} submitLabel={inviteLabels.submit(new Set(parseEmails(form.watch("emails")).emails).size)}>
      <TextareaField
        form={form}
        name="emails"
        label={inviteLabels.emails}
        hint={inviteLabels.emailsHint}
        mono
        dir="ltr"
        rows={3}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        className="max-h-40"
      />
      <Results results={results} />
      <RadioGroup
        label={labels.role}
        name="role"
        options={roleOptions(assignableRoles(ownRole))}
        value={form.watch("role")}
        onValueChange={(role) => form.setValue("role", role)}
        error={form.formState.errors.role?.message}
      />
    </DialogForm>
  );
}

function describeFailure(reason: unknown): string {
  const { message, fields } = describeError(reason);
  return (
    Object.values(fields ?? {})
      .flat()
      .join(", ") || message
  );
}

function Results({ results }: { results: readonly Result[] }) {
  return (
    <ul aria-live="polite" aria-label={inviteLabels.results} className="grid max-h-40 gap-1 overflow-y-auto empty:hidden">
      {results.map(({ email, error }) => {
        const Icon = error === null ? CircleCheck : CircleX;
        return (
          <li key={email} className="flex gap-2 text-2sm">
            <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${error === null ? "text-positive" : "text-destructive"}`} />
            <span className="min-w-0">
              <span translate="no" className="font-mono">
                {email}
              </span>
              : {error ?? inviteLabels.invited}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
