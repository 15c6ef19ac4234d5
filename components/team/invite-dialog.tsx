"use client";

import { UserPlus } from "lucide-react";
import { parseAsBoolean, useQueryState } from "nuqs";
import { withFieldErrors } from "@/components/field-errors";
import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { Form, FormField, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toast";
import { type Role, assignableRoles } from "@/contract/roles";
import { invitationLifetimeDays, inviteStaffEndpoint } from "@/contract/team";
import { useInviteStaff } from "./mutations";
import { roleOptions } from "./role-select";

const keptWords = "No mail server is connected. The link stands in the newest file of the outbox, in Gatehouse's data folder.";

/** The address may say that it is open, so that other pages can lead to it. */
export function InviteDialog({ areEmailsSavedToFile: isMailKept }: { areEmailsSavedToFile: boolean }) {
  const [open, setOpen] = useQueryState("invite", parseAsBoolean.withDefault(false));
  return (
    <Dialog open={open} onOpenChange={(next) => void setOpen(next)}>
      <DialogTrigger
        render={
          <Button>
            <UserPlus aria-hidden="true" /> Invite
          </Button>
        }
      />
      <DialogContent title="Invite somebody" description={`They get a mail with a link that works once, for ${invitationLifetimeDays} days.`}>
        <InviteForm areEmailsSavedToFile={isMailKept} onDone={() => void setOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}

function InviteForm({ areEmailsSavedToFile: isMailKept, onDone }: { areEmailsSavedToFile: boolean; onDone: () => void }) {
  const { role: own } = useSession().staff;
  const { mutateAsync } = useInviteStaff();
  const form = useZodForm(inviteStaffEndpoint.body, { defaultValues: { email: "", role: "member" } });
  const invite = (body: { email: string; role: Role }) =>
    withFieldErrors(form, { staff_exists: "email" }, async () => {
      const { email } = await mutateAsync(body);
      if (isMailKept) toast.success("The invitation is kept as a file", { description: keptWords });
      else toast.success("The invitation is on its way", { description: email });
      onDone();
    });
  return (
    <Form form={form} onSubmit={invite} className="grid gap-4">
      <FormField form={form} name="email" label="Address">
        {(control) => <Input {...control} type="email" mono autoComplete="off" />}
      </FormField>
      <RadioGroup
        label="Role"
        name="role"
        options={roleOptions(assignableRoles(own))}
        value={form.watch("role")}
        onValueChange={(role) => form.setValue("role", role)}
        error={form.formState.errors.role?.message}
      />
      <FormErrorSummary form={form} />
      <FormFooter form={form}>Send the invitation</FormFooter>
    </Form>
  );
}
