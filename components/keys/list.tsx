"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus, RotateCw, Trash2 } from "lucide-react";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useState } from "react";
import * as z from "zod";
import { apiQuery } from "@/components/api-query";
import { type Column, ProjectTime, timeColumn } from "@/components/list/columns";
import { QueryTable } from "@/components/list/query-table";
import { useSession } from "@/components/shell/session";
import type { DialogProps } from "@/components/ui/actions";
import { Button } from "@/components/ui/button";
import { TableCard } from "@/components/ui/card";
import { CopyableText, CopyButton } from "@/components/ui/copy-button";
import { DialogContent, DialogFooter, DialogTrigger, PersistentDialog } from "@/components/ui/dialog";
import { TextField, useZodForm } from "@/components/ui/form";
import { DialogForm } from "@/components/ui/form-dialog";
import { SelectField } from "@/components/ui/form-fields";
import { ActionMenu } from "@/components/ui/menu";
import { EmptyState } from "@/components/ui/query-state";
import { RadioGroup } from "@/components/ui/radio-group";
import { TextListForm, textListSchema } from "@/components/ui/settings-form";
import { wrappedCell } from "@/components/ui/table";
import { Interpolate } from "@/components/ui/text";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import { createKeyEndpoint, type KeyRecord, updateAllowedOriginsEndpoint } from "@/contract/keys";
import { accessOptions, expiryOptions, formatScopes, keyKindLabels, labels, overlapOptions } from "./labels";

export function KeysView() {
  return (
    <>
      <TableCard title={labels.keys.title} description={labels.keys.description} action={<CreateKeyDialog />}>
        <KeysTable />
      </TableCard>
      <OriginsForm />
    </>
  );
}

const changes = ["GET /keys"] as const;

const keyId = ({ id }: KeyRecord) => id;

function KeysTable() {
  return (
    <QueryTable
      label={labels.keys.title}
      columns={keyColumns}
      getRowId={keyId}
      query={useQuery(apiQuery("GET /keys"))}
      empty={<EmptyState icon={KeyRound} title={labels.keys.empty} description={labels.keys.emptyDescription} />}
    />
  );
}

const { keys: headers } = labels;

const keyColumns: readonly Column<KeyRecord>[] = [
  {
    id: "name",
    header: headers.name,
    className: `max-w-64 font-medium ${wrappedCell}`,
    cell: ({ name }) => <span title={name}>{name}</span>,
  },
  {
    id: "kind",
    header: headers.kind,
    className: "py-1.5",
    cell: ({ kind, scopes }) => (
      <>
        {keyKindLabels[kind].label}
        {scopes.join() !== "everything" && <p className="whitespace-normal text-muted-foreground">{formatScopes(scopes)}</p>}
      </>
    ),
  },
  { id: "key", header: headers.key, mono: true, cell: (apiKey) => <KeyText apiKey={apiKey} /> },
  {
    id: "created",
    header: headers.createdAt,
    className: "whitespace-normal text-muted-foreground",
    cell: ({ createdAt, createdBy, creatorRemoved }) => {
      const time = <ProjectTime at={createdAt} />;
      const text = creatorRemoved ? headers.createdByRemoved : headers.createdBy;
      return createdBy === null ? time : <Interpolate text={text} values={{ time, name: createdBy }} />;
    },
  },
  timeColumn({ id: "lastUsed", header: headers.lastUsedAt }, ({ lastUsedAt }) => lastUsedAt, headers.never),
  timeColumn({ id: "expires", header: headers.expiresAt }, ({ expiresAt }) => expiresAt, headers.never),
  {
    id: "actions",
    header: headers.actions,
    hideLabel: true,
    className: "w-10 pl-0 text-right",
    cell: (apiKey) => <KeyActions apiKey={apiKey} />,
  },
];

function KeyText({ apiKey: { name, value, prefix, lastFour } }: { apiKey: KeyRecord }) {
  if (value === null)
    return (
      <span>
        {prefix}…{lastFour}
      </span>
    );
  return (
    <span className="inline-flex items-center gap-1">
      <span className="max-w-36 truncate" title={value}>
        {value}
      </span>
      <CopyButton text={value} label={labels.keys.copy(name)} icon />
    </span>
  );
}

function KeyActions({ apiKey }: { apiKey: KeyRecord }) {
  const { id, name, lastFour } = apiKey;
  const { keys: copy } = labels;
  const revoke = useApiMutation("DELETE /keys/:id", { changes });
  return (
    <ActionMenu
      size="icon-sm"
      label={copy.menu(name, lastFour)}
      actions={[
        { label: copy.rotate, icon: RotateCw, dialog: (dialog) => <RotateKeyDialog {...dialog} apiKey={apiKey} /> },
        {
          label: copy.revoke,
          icon: Trash2,
          destructive: true,
          confirm: {
            title: copy.revokeTitle(name),
            consequence: copy.revokeConsequence(lastFour),
            action: copy.revoke,
            success: copy.revoked(name),
          },
          run: () => revoke.mutateAsync({ params: { id } }),
        },
      ]}
    />
  );
}

/** Parses a text with one origin per line. Errors name the line. */
export const originsSchema = textListSchema(updateAllowedOriginsEndpoint.body, "origins");

/** The web origins that can use the public key, one per line. */
function OriginsForm() {
  const { allowedOrigins } = useSession().project;
  const { mutateAsync } = useApiMutation("PUT /keys/origins", { changes: ["GET /project"], refreshPage: true });
  const save = async (origins: string[], expected: string[]) => {
    const project = await mutateAsync({ body: { origins, expected } });
    toast.success(origins.length === 0 ? labels.origins.savedEmpty : labels.origins.saved);
    return project.allowedOrigins;
  };
  return (
    <TextListForm
      title={labels.origins.title}
      description={labels.origins.description}
      label={labels.origins.label}
      hint={labels.origins.hint}
      savedItems={allowedOrigins}
      schema={originsSchema}
      onSave={save}
      onLoad={async () => (await call("GET /project")).allowedOrigins}
    />
  );
}

const kinds = (["secret_key", "public_key"] as const).map((value) => ({ value, ...keyKindLabels[value] }));

/** The dialog to create an API key. Its state is in the URL, so that other pages can link to it. */
function CreateKeyDialog() {
  const [open, setOpen] = useQueryState("create", parseAsBoolean.withDefault(false));
  const [createdKey, setCreatedKey] = useState<CreatedKey | null>(null);
  const toggle = (next: boolean) => {
    if (next) setCreatedKey(null);
    void setOpen(next);
  };
  return (
    <PersistentDialog open={open} onOpenChange={toggle} persistent={createdKey !== null}>
      <DialogTrigger
        render={
          <Button>
            <Plus aria-hidden="true" /> {labels.create.title}
          </Button>
        }
      />
      <DialogContent
        title={createdKey === null ? labels.create.title : labels.created.title(createdKey.name)}
        description={createdKey === null ? labels.create.description : undefined}
      >
        {createdKey === null ? (
          <CreateForm onCreated={setCreatedKey} />
        ) : (
          <CreatedKeyDetails createdKey={createdKey} onDone={() => toggle(false)} />
        )}
      </DialogContent>
    </PersistentDialog>
  );
}

const Expiry = z.enum(expiryOptions.map(({ value }) => value));

const CreateBody = z.object({
  ...createKeyEndpoint.body.pick({ kind: true, name: true }).shape,
  access: z.enum(accessOptions.map(({ value }) => value)),
  expiry: Expiry,
});

/**
 * Returns a function for the time in as many days, or undefined for keys that don't expire. They are counted from when the form was opened, so
 * that submitting it again is the same request.
 */
function useExpiryDate(): (days: z.output<typeof Expiry>) => string | undefined {
  const [openedAt] = useState(() => Date.now());
  return (days) => (days === "never" ? undefined : new Date(openedAt + Number(days) * 86_400_000).toISOString());
}

const findScopes = (access: string) => accessOptions.find(({ value }) => value === access)?.scopes;

function CreateForm({ onCreated }: { onCreated: (createdKey: CreatedKey) => void }) {
  const { mutateAsync } = useApiMutation("POST /keys", { changes });
  const expiryDate = useExpiryDate();
  const form = useZodForm(CreateBody, { defaultValues: { kind: "secret_key", name: "", access: "everything", expiry: "never" } });
  const create = async ({ access, expiry, ...body }: z.output<typeof CreateBody>) =>
    onCreated(
      await mutateAsync({
        body: { ...body, scopes: body.kind === "secret_key" ? findScopes(access) : undefined, expiresAt: expiryDate(expiry) },
      }),
    );
  return (
    <DialogForm form={form} onSubmit={create} submitLabel={labels.create.submit}>
      <RadioGroup
        label={labels.keys.kind}
        name="kind"
        options={kinds}
        value={form.watch("kind")}
        onValueChange={(kind) => form.setValue("kind", kind)}
        error={form.formState.errors.kind?.message}
      />
      <TextField form={form} name="name" label={labels.keys.name} hint={labels.create.nameHint} autoComplete="off" />
      {form.watch("kind") === "secret_key" && (
        <SelectField form={form} name="access" label={labels.create.access} hint={labels.create.accessHint} options={accessOptions} />
      )}
      <SelectField form={form} name="expiry" label={labels.create.expiry} options={expiryOptions} />
    </DialogForm>
  );
}

/** Replaces a key with a new one. The old key can keep working for a while. */
function RotateKeyDialog({ apiKey, open, onClose }: DialogProps & { apiKey: KeyRecord }) {
  const [createdKey, setCreatedKey] = useState<CreatedKey | null>(null);
  return (
    <PersistentDialog open={open} onOpenChange={() => void onClose()} persistent={createdKey !== null}>
      <DialogContent
        title={createdKey === null ? labels.rotate.title(apiKey.name) : labels.created.title(createdKey.name)}
        description={createdKey === null ? labels.rotate.description : undefined}
      >
        {createdKey === null ? (
          <RotateForm apiKey={apiKey} onCreated={setCreatedKey} />
        ) : (
          <CreatedKeyDetails createdKey={createdKey} onDone={onClose} />
        )}
      </DialogContent>
    </PersistentDialog>
  );
}

const RotateBody = z.object({ overlap: z.enum(overlapOptions.map(({ value }) => value)), expiry: Expiry });

function RotateForm({ apiKey: { id, expiresAt }, onCreated }: { apiKey: KeyRecord; onCreated: (createdKey: CreatedKey) => void }) {
  const { mutateAsync } = useApiMutation("POST /keys/:id/rotate", { changes });
  const expiryDate = useExpiryDate();
  const form = useZodForm(RotateBody, { defaultValues: { overlap: "24", expiry: expiresAt === null ? "never" : "90" } });
  const rotate = async ({ overlap, expiry }: z.output<typeof RotateBody>) =>
    onCreated(await mutateAsync({ params: { id }, body: { overlapHours: Number(overlap), expiresAt: expiryDate(expiry) } }));
  return (
    <DialogForm form={form} onSubmit={rotate} submitLabel={labels.rotate.submit}>
      <SelectField form={form} name="overlap" label={labels.rotate.overlap} hint={labels.rotate.overlapHint} options={overlapOptions} />
      <SelectField form={form} name="expiry" label={labels.rotate.expiry} options={expiryOptions} />
    </DialogForm>
  );
}

type CreatedKey = { name: string; kind: "public_key" | "secret_key"; key: string };

/** Shows a new key. A secret key is never shown again. */
function CreatedKeyDetails({ createdKey: { kind, key }, onDone }: { createdKey: CreatedKey; onDone: () => unknown }) {
  const isSecret = kind === "secret_key";
  return (
    <div className="grid gap-3">
      <CopyableText text={key} label={labels.created.copy} />
      <p className="text-muted-foreground">{isSecret ? labels.created.secretKeyHint : labels.created.publicKeyHint}</p>
      <DialogFooter>
        <Button onClick={onDone}>{isSecret ? labels.created.saved : labels.created.done}</Button>
      </DialogFooter>
    </div>
  );
}
