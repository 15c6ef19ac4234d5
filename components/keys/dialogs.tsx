"use client";

import { Plus } from "lucide-react";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useState } from "react";
import * as z from "zod";
import { Button } from "@/components/ui/button";
import { CopyableText } from "@/components/ui/copy-button";
import { DialogContent, DialogFooter, DialogTrigger, PersistentDialog } from "@/components/ui/dialog";
import { FormField, TextField, useZodForm } from "@/components/ui/form";
import { DialogForm } from "@/components/ui/form-dialog";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { createKeyEndpoint, type KeyRecord } from "@/contract/keys";
import { useCreateKey, useRotateKey } from "./api";
import { accessOptions, expiryOptions, keyKindLabels, labels, overlapOptions } from "./labels";

const kinds = (["secret_key", "public_key"] as const).map((value) => ({ value, ...keyKindLabels[value] }));

/** The dialog to create an API key. Its state is in the URL, so that other pages can link to it. */
export function CreateKeyDialog() {
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

/** Returns the time in as many days, or undefined for keys that don't expire. */
const expiryDate = (days: z.output<typeof Expiry>): string | undefined =>
  days === "never" ? undefined : new Date(Date.now() + Number(days) * 86_400_000).toISOString();

function CreateForm({ onCreated }: { onCreated: (createdKey: CreatedKey) => void }) {
  const { mutateAsync } = useCreateKey();
  const form = useZodForm(CreateBody, { defaultValues: { kind: "secret_key", name: "", access: "everything", expiry: "never" } });
  const create = async ({ access, expiry, ...body }: z.output<typeof CreateBody>) =>
    onCreated(await mutateAsync({ ...body, scopes: body.kind === "secret_key" ? [access] : undefined, expiresAt: expiryDate(expiry) }));
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
        <FormField form={form} name="access" label={labels.create.access}>
          {({ name, value, onChange }) => <Select name={name} options={accessOptions} value={value} onValueChange={onChange} />}
        </FormField>
      )}
      <FormField form={form} name="expiry" label={labels.create.expiry}>
        {({ name, value, onChange }) => <Select name={name} options={expiryOptions} value={value} onValueChange={onChange} />}
      </FormField>
    </DialogForm>
  );
}

type RotateKeyDialogProps = { apiKey: KeyRecord; open: boolean; onClose: () => void };

/** Replaces a key with a new one. The old key can keep working for a while. */
export function RotateKeyDialog({ apiKey, open, onClose }: RotateKeyDialogProps) {
  const [createdKey, setCreatedKey] = useState<CreatedKey | null>(null);
  const close = () => {
    setCreatedKey(null);
    onClose();
  };
  return (
    <PersistentDialog open={open} onOpenChange={close} persistent={createdKey !== null}>
      <DialogContent
        title={createdKey === null ? labels.rotate.title(apiKey.name) : labels.created.title(createdKey.name)}
        description={createdKey === null ? labels.rotate.description : undefined}
      >
        {createdKey === null ? (
          <RotateForm apiKey={apiKey} onCreated={setCreatedKey} />
        ) : (
          <CreatedKeyDetails createdKey={createdKey} onDone={close} />
        )}
      </DialogContent>
    </PersistentDialog>
  );
}

const RotateBody = z.object({ overlap: z.enum(overlapOptions.map(({ value }) => value)), expiry: Expiry });

function RotateForm({ apiKey: { id, expiresAt }, onCreated }: { apiKey: KeyRecord; onCreated: (createdKey: CreatedKey) => void }) {
  const { mutateAsync } = useRotateKey();
  const form = useZodForm(RotateBody, { defaultValues: { overlap: "24", expiry: expiresAt === null ? "never" : "90" } });
  const rotate = async ({ overlap, expiry }: z.output<typeof RotateBody>) =>
    onCreated(await mutateAsync({ id, overlapHours: Number(overlap), expiresAt: expiryDate(expiry) }));
  return (
    <DialogForm form={form} onSubmit={rotate} submitLabel={labels.rotate.submit}>
      <FormField form={form} name="overlap" label={labels.rotate.overlap} hint={labels.rotate.overlapHint}>
        {({ name, value, onChange }) => <Select name={name} options={overlapOptions} value={value} onValueChange={onChange} />}
      </FormField>
      <FormField form={form} name="expiry" label={labels.rotate.expiry}>
        {({ name, value, onChange }) => <Select name={name} options={expiryOptions} value={value} onValueChange={onChange} />}
      </FormField>
    </DialogForm>
  );
}

type CreatedKey = { name: string; kind: "public_key" | "secret_key"; key: string };

/** Shows a new key. A secret key is never shown again. */
function CreatedKeyDetails({ createdKey: { kind, key }, onDone }: { createdKey: CreatedKey; onDone: () => void }) {
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
