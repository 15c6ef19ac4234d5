"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Pencil, X } from "lucide-react";
import { type ComponentProps, useState } from "react";
import * as z from "zod";
import { apiQuery } from "@/components/api-query";
import { type Column, timeColumn } from "@/components/list/columns";
import { QueryTable } from "@/components/list/query-table";
import { createPasskey } from "@/components/passkey";
import { ActionButton, type DialogProps } from "@/components/ui/actions";
import { TableCard } from "@/components/ui/card";
import { DialogContent, PersistentDialog } from "@/components/ui/dialog";
import { PasswordField, TextField, useZodForm, withFieldErrors } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { ActionMenu } from "@/components/ui/menu";
import { MergedDialogForm } from "@/components/ui/merged-dialog-form";
import { EmptyState } from "@/components/ui/query-state";
import { wrappedCell } from "@/components/ui/table";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { RequestError } from "@/contract/call";
import { type PasskeyRecord, renamePasskeyEndpoint } from "@/contract/passkeys";
import { labels } from "./labels";
import { RecoveryCodes } from "./second-factor";

const copy = labels.passkeys;

const changes = ["GET /account/passkeys"] as const;

const passkeyId = ({ id }: PasskeyRecord) => id;

export const PasskeysCard = () => (
  <TableCard title={copy.title} description={copy.description} action={<AddPasskey />}>
    <QueryTable
      label={copy.title}
      columns={passkeyColumns}
      getRowId={passkeyId}
      query={useQuery(apiQuery("GET /account/passkeys"))}
      rows={2}
      empty={<EmptyState icon={KeyRound} title={copy.empty} description={copy.emptyDescription} />}
    />
  </TableCard>
);

const passkeyColumns: readonly Column<PasskeyRecord>[] = [
  { id: "name", header: copy.name, className: `max-w-80 font-medium ${wrappedCell}`, cell: ({ name }) => name },
  timeColumn({ id: "created", header: copy.createdAt }, ({ createdAt }) => createdAt),
  timeColumn({ id: "lastUsed", header: copy.lastUsedAt }, ({ lastUsedAt }) => lastUsedAt, copy.never),
  {
    id: "actions",
    header: copy.actions,
    hideLabel: true,
    className: "w-10 pl-0 text-right",
    cell: (passkey) => <PasskeyActions passkey={passkey} />,
  },
];

/** The button that adds a passkey. */
export const AddPasskey = ({ size }: Pick<ComponentProps<typeof ActionButton>, "size">) => (
  <ActionButton size={size} action={{ label: copy.add, dialog: AddPasskeyDialog }} />
);

/** Adds a passkey: its name, then the recovery codes if it is the first second factor. */
function AddPasskeyDialog({ open, onClose }: DialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { mutateAsync } = useApiMutation("POST /account/passkeys", { changes, refreshPage: true });
  const add = async ({ name, password }: ConfirmedName) => {
    const { recoveryCodes } = await mutateAsync({ body: { name, passkey: await createPasskey({ password }) } });
    toast.success(copy.added);
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    else onClose();
  };
  return (
    <PersistentDialog open={open} onOpenChange={() => void onClose()} persistent={codes !== null}>
      <DialogContent
        title={codes === null ? copy.add : labels.recoveryCodes.title}
        description={codes === null ? copy.addDescription : undefined}
      >
        {codes === null ? <AddForm onSubmit={add} /> : <RecoveryCodes codes={codes} onDone={onClose} />}
      </DialogContent>
    </PersistentDialog>
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
        <PasswordField
          form={form}
          name="password"
          label={labels.password.currentPassword}
          hint={copy.passwordHint}
          autoComplete="current-password"
        />
      )}
    </DialogForm>
  );
}

/** Shows the password field of a dialog once the server asks for it, because people who just signed in don't need it. */
function usePasswordOnDemand() {
  const [isPasswordShown, setPasswordShown] = useState(false);
  const run = async (action: () => Promise<void>): Promise<void> => {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof RequestError && error.name === "confirmation_required")) throw error;
      setPasswordShown(true);
    }
  };
  return { isPasswordShown, run };
}

const passwordErrors = { invalid_password: "password" } as const;

const PasskeyActions = ({ passkey }: { passkey: PasskeyRecord }) => (
  <ActionMenu
    size="icon-sm"
    label={copy.menu(passkey.name)}
    actions={[
      {
        label: copy.rename,
        icon: Pencil,
        dialog: ({ open, onClose }) => (
          <FormDialog open={open} onClose={onClose} title={copy.renameTitle}>
            <RenameForm passkey={passkey} onDone={onClose} />
          </FormDialog>
        ),
      },
      {
        label: copy.remove,
        icon: X,
        destructive: true,
        dialog: ({ open, onClose }) => (
          <FormDialog open={open} onClose={onClose} title={copy.removeTitle(passkey.name)} description={copy.removeDescription}>
            <RemoveForm passkey={passkey} onDone={onClose} />
          </FormDialog>
        ),
      },
    ]}
  />
);

const PasskeyName = renamePasskeyEndpoint.body.pick({ name: true });

type PasskeyFormProps = { passkey: PasskeyRecord; onDone: () => unknown };

function RenameForm({ passkey: { id, name }, onDone }: PasskeyFormProps) {
  const { mutateAsync } = useApiMutation("PATCH /account/passkeys/:id", { changes });
  const client = useQueryClient();
  const form = useZodForm(PasskeyName, { defaultValues: { name } });
  const load = async () => {
    const saved = await client.fetchQuery({ ...apiQuery("GET /account/passkeys"), staleTime: 0 });
    return { name: saved.find((passkey) => passkey.id === id)?.name ?? name };
  };
  return (
    <MergedDialogForm
      form={form}
      onSave={async ({ name: newName = name }, expected) => {
        const saved = await mutateAsync({ params: { id }, body: { name: newName, expected } });
        return { name: saved.name };
      }}
      onLoad={load}
      describeValue={(value) => ({ name: copy.name, text: String(value) })}
      onSaved={() => {
        onDone();
        toast.success(copy.renamed);
      }}
      submitLabel={copy.save}
    >
      <TextField form={form} name="name" label={copy.name} autoComplete="off" />
    </MergedDialogForm>
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
        <PasswordField
          form={form}
          name="password"
          label={labels.password.currentPassword}
          hint={copy.passwordHint}
          autoComplete="current-password"
        />
      )}
    </DialogForm>
  );
}
