"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Pencil, X } from "lucide-react";
import { type ComponentProps, useState } from "react";
import * as z from "zod";
import { apiQuery } from "@/components/api-query";
import { createPasskey } from "@/components/passkey";
import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { TableCard } from "@/components/ui/card";
import { DialogContent, PersistentDialog } from "@/components/ui/dialog";
import { FormField, TextField, useZodForm, withFieldErrors } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { PasswordInput } from "@/components/ui/input";
import { ActionMenu } from "@/components/ui/menu";
import { EmptyState, QueryTable } from "@/components/ui/query-state";
import { TD, TR } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { useApiMutation, usePasswordOnDemand } from "@/components/use-api-mutation";
import { type PasskeyRecord, renamePasskeyEndpoint } from "@/contract/passkeys";
import { labels } from "./labels";
import { RecoveryCodes } from "./second-factor";

const copy = labels.passkeys;

const changes = ["GET /account/passkeys"] as const;

export function PasskeysCard() {
  const { timeZone } = useSession().project;
  const query = useQuery(apiQuery("GET /account/passkeys"));
  return (
    <TableCard title={copy.title} description={copy.description} action={<AddPasskey />}>
      <QueryTable
        label={copy.title}
        headers={[copy.name, copy.createdAt, copy.lastUsedAt]}
        actionsHeader={copy.actions}
        query={query}
        rows={2}
        empty={<EmptyState icon={KeyRound} title={copy.empty} description={copy.emptyDescription} />}
      >
        {(passkey) => (
          <TR key={passkey.id}>
            <TD className="max-w-80 truncate font-medium">{passkey.name}</TD>
            <TD className="text-muted-foreground">
              <Time at={passkey.createdAt} zone={timeZone} />
            </TD>
            <TD className="text-muted-foreground">
              {passkey.lastUsedAt === null ? copy.never : <Time at={passkey.lastUsedAt} zone={timeZone} />}
            </TD>
            <TD className="w-10 pl-0 text-right">
              <PasskeyActions passkey={passkey} />
            </TD>
          </TR>
        )}
      </QueryTable>
    </TableCard>
  );
}

/** The dialog to add a passkey: its name, then the recovery codes if it is the first second factor. */
export function AddPasskey({ size }: Pick<ComponentProps<typeof Button>, "size">) {
  const [isOpen, setOpen] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { mutateAsync } = useApiMutation("POST /account/passkeys", { changes, refreshPage: true });
  const close = () => {
    setOpen(false);
    setCodes(null);
  };
  const add = async ({ name, password }: ConfirmedName) => {
    const { recoveryCodes } = await mutateAsync({ body: { name, passkey: await createPasskey({ password }) } });
    toast.success(copy.added);
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    else close();
  };
  return (
    <>
      <Button variant="outline" size={size} onClick={() => setOpen(true)}>
        {copy.add}
      </Button>
      <PersistentDialog open={isOpen} onOpenChange={close} persistent={codes !== null}>
        <DialogContent
          title={codes === null ? copy.add : labels.recoveryCodes.title}
          description={codes === null ? copy.addDescription : undefined}
        >
          {codes === null ? <AddForm onSubmit={add} /> : <RecoveryCodes codes={codes} onDone={close} />}
        </DialogContent>
      </PersistentDialog>
    </>
  );
}

const Confirmation = z.object({ password: z.string().optional() });
const ConfirmedName = z.object({ ...renamePasskeyEndpoint.body.shape, ...Confirmation.shape });
type ConfirmedName = z.output<typeof ConfirmedName>;

function AddForm({ onSubmit }: { onSubmit: (values: ConfirmedName) => Promise<void> }) {
  const form = useZodForm(ConfirmedName, { defaultValues: { name: "" } });
  const { isPasswordShown, run } = usePasswordOnDemand();
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => withFieldErrors(form, passwordErrors, () => run(() => onSubmit(values)))}
      submitLabel={copy.continue}
    >
      <TextField form={form} name="name" label={copy.name} hint={copy.nameHint} autoComplete="off" />
      {isPasswordShown && (
        <FormField form={form} name="password" label={labels.password.currentPassword} hint={copy.passwordHint}>
          {({ value = "", ...control }) => <PasswordInput {...control} value={value} autoComplete="current-password" />}
        </FormField>
      )}
    </DialogForm>
  );
}

const passwordErrors = { invalid_password: "password" } as const;

function PasskeyActions({ passkey }: { passkey: PasskeyRecord }) {
  const [openDialog, setOpenDialog] = useState<"rename" | "remove" | null>(null);
  const close = () => setOpenDialog(null);
  return (
    <>
      <ActionMenu
        size="icon-sm"
        label={copy.menu(passkey.name)}
        actions={[
          { label: copy.rename, icon: Pencil, run: () => setOpenDialog("rename") },
          { label: copy.remove, icon: X, destructive: true, run: () => setOpenDialog("remove") },
        ]}
      />
      <FormDialog open={openDialog === "rename"} onClose={close} title={copy.renameTitle}>
        <RenameForm passkey={passkey} onDone={close} />
      </FormDialog>
      <FormDialog
        open={openDialog === "remove"}
        onClose={close}
        title={copy.removeTitle(passkey.name)}
        description={copy.removeDescription}
      >
        <RemoveForm passkey={passkey} onDone={close} />
      </FormDialog>
    </>
  );
}

type PasskeyFormProps = { passkey: PasskeyRecord; onDone: () => void };

function RenameForm({ passkey: { id, name }, onDone }: PasskeyFormProps) {
  const { mutateAsync } = useApiMutation("PATCH /account/passkeys/:id", { changes });
  const form = useZodForm(renamePasskeyEndpoint.body, { defaultValues: { name } });
  const rename = async (body: { name: string }) => {
    await mutateAsync({ params: { id }, body });
    onDone();
    toast.success(copy.renamed);
  };
  return (
    <DialogForm form={form} onSubmit={rename} submitLabel={copy.save}>
      <TextField form={form} name="name" label={copy.name} autoComplete="off" />
    </DialogForm>
  );
}

function RemoveForm({ passkey: { id, name }, onDone }: PasskeyFormProps) {
  const { mutateAsync } = useApiMutation("DELETE /account/passkeys/:id", { changes, refreshPage: true });
  const form = useZodForm(Confirmation, { defaultValues: {} });
  const { isPasswordShown, run } = usePasswordOnDemand();
  const remove = async (body: z.output<typeof Confirmation>) => {
    await mutateAsync({ params: { id }, body });
    onDone();
    toast.success(copy.removed(name));
  };
  return (
    <DialogForm
      form={form}
      onSubmit={(body) => withFieldErrors(form, passwordErrors, () => run(() => remove(body)))}
      variant="destructive"
      submitLabel={copy.remove}
    >
      {isPasswordShown && (
        <FormField form={form} name="password" label={labels.password.currentPassword} hint={copy.passwordHint}>
          {({ value = "", ...control }) => <PasswordInput {...control} value={value} autoComplete="current-password" />}
        </FormField>
      )}
    </DialogForm>
  );
}
