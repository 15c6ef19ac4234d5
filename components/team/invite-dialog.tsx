"use client";

import { UserPlus } from "lucide-react";
import { parseAsBoolean, useQueryState } from "nuqs";
import { withFieldErrors } from "@/components/field-errors";
import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { FormField, useZodForm } from "@/components/ui/form";
import { DialogForm } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toast";
import { assignableRoles, type Role } from "@/contract/roles";
import { invitationLifetimeDays, inviteStaffEndpoint } from "@/contract/team";
import { roleOptions } from "./actions";
import { useInviteStaff } from "./api";
import { labels } from "./labels";

const copy = labels.invite;

/** The dialog to invite staff. Its state is in the URL, so that other pages can link to it. */
export function InviteDialog({ areEmailsSavedToFile }: { areEmailsSavedToFile: boolean }) {
  const [open, setOpen] = useQueryState("invite", parseAsBoolean.withDefault(false));
  return (
    <Dialog open={open} onOpenChange={(next) => void setOpen(next)}>
      <DialogTrigger
        render={
          <Button>
            <UserPlus aria-hidden="true" /> {copy.trigger}
          </Button>
        }
      />
      <DialogContent title={copy.title} description={copy.description(invitationLifetimeDays)}>
        <InviteForm areEmailsSavedToFile={areEmailsSavedToFile} onDone={() => void setOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}

function InviteForm({ areEmailsSavedToFile, onDone }: { areEmailsSavedToFile: boolean; onDone: () => void }) {
  const { role: ownRole } = useSession().staff;
  const { mutateAsync } = useInviteStaff();
  const form = useZodForm(inviteStaffEndpoint.body, { defaultValues: { email: "", role: "member" } });
  const invite = (body: { email: string; role: Role }) =>
    withFieldErrors(form, { staff_exists: "email" }, async () => {
      const { email } = await mutateAsync(body);
      if (areEmailsSavedToFile) toast.success(copy.savedToFile, { description: copy.savedToFileDescription });
      else toast.success(copy.sent, { description: email });
      onDone();
    });
  return (
    <DialogForm form={form} onSubmit={invite} submitLabel={copy.submit}>
      <FormField form={form} name="email" label={labels.email}>
        {(control) => <Input {...control} type="email" mono autoComplete="off" />}
      </FormField>
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
