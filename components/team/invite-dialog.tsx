"use client";

import { UserPlus } from "lucide-react";
import { parseAsBoolean, useQueryState } from "nuqs";
import { saidAt } from "@/components/said-at";
import { useVisitor } from "@/components/shell/visitor";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { Form, FormField, FormProblems, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toast";
import { type Role, rolesFor } from "@/contract/roles";
import { invitationLifeDays, inviteStaffEndpoint } from "@/contract/team";
import { useInvite } from "./mutations";
import { roleOptions } from "./role-select";

const keptWords = "No mail server is connected. The link stands in the newest file of the outbox, in Gatehouse's data folder.";

/** The address may say that it is open, so that other pages can lead to it. */
export function InviteDialog({ isMailKept }: { isMailKept: boolean }) {
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
      <DialogContent title="Invite somebody" description={`They get a mail with a link that works once, for ${invitationLifeDays} days.`}>
        <InviteForm isMailKept={isMailKept} onDone={() => void setOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}

function InviteForm({ isMailKept, onDone }: { isMailKept: boolean; onDone: () => void }) {
  const { role: own } = useVisitor().staff;
  const { mutateAsync } = useInvite();
  const form = useZodForm(inviteStaffEndpoint.body, { defaultValues: { email: "", role: "member" } });
  const invite = (body: { email: string; role: Role }) =>
    saidAt(form, { staff_exists: "email" }, async () => {
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
        choices={roleOptions(rolesFor(own))}
        value={form.watch("role")}
        onValueChange={(role) => form.setValue("role", role)}
        error={form.formState.errors.role?.message}
      />
      <FormProblems form={form} />
      <FormFooter form={form}>Send the invitation</FormFooter>
    </Form>
  );
}
