"use client";

import { Plus } from "lucide-react";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useState } from "react";
import type { z } from "zod";
import { Button } from "@/components/ui/button";
import { DialogContent, DialogTrigger, PersistentDialog } from "@/components/ui/dialog";
import { Form, FormErrorSummary, FormField, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { createKeyEndpoint } from "@/contract/keys";
import { type CreatedKey, CreatedKeyDetails } from "./created-key";
import { keyKindLabels, labels } from "./labels";
import { useCreateKey } from "./mutations";

const copy = labels.create;
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
            <Plus aria-hidden="true" /> {copy.title}
          </Button>
        }
      />
      <DialogContent
        title={createdKey === null ? copy.title : labels.created.title(createdKey.name)}
        description={createdKey === null ? copy.description : undefined}
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

function CreateForm({ onCreated }: { onCreated: (createdKey: CreatedKey) => void }) {
  const { mutateAsync } = useCreateKey();
  const form = useZodForm(createKeyEndpoint.body, { defaultValues: { kind: "secret_key", name: "" } });
  const create = async (body: z.output<typeof createKeyEndpoint.body>) => onCreated(await mutateAsync(body));
  return (
    <Form form={form} onSubmit={create} className="grid gap-4">
      <RadioGroup
        label={labels.keys.kind}
        name="kind"
        options={kinds}
        value={form.watch("kind")}
        onValueChange={(kind) => form.setValue("kind", kind)}
        error={form.formState.errors.kind?.message}
      />
      <FormField form={form} name="name" label={labels.keys.name} hint={copy.nameHint}>
        {(control) => <Input {...control} autoComplete="off" />}
      </FormField>
      <FormErrorSummary form={form} />
      <FormFooter form={form}>{copy.submit}</FormFooter>
    </Form>
  );
}
