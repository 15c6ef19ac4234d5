"use client";

import { Plus } from "lucide-react";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useState } from "react";
import type { z } from "zod";
import { Button } from "@/components/ui/button";
import { DialogContent, DialogTrigger, PersistentDialog } from "@/components/ui/dialog";
import { Form, FormField, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { createKeyEndpoint } from "@/contract/keys";
import { useCreateKey } from "./mutations";
import { type CreatedKey, CreatedKeyDetails } from "./created-key";
import { keyKindLabels } from "./labels";

const kinds = (["secret_key", "public_key"] as const).map((value) => ({ value, ...keyKindLabels[value] }));

/** The address may say that it is open, so that other pages can lead to it. */
export function CreateKeyDialog() {
  const [open, setOpen] = useQueryState("create", parseAsBoolean.withDefault(false));
  const [made, setMade] = useState<CreatedKey | null>(null);
  const toggle = (next: boolean) => {
    if (next) setMade(null);
    void setOpen(next);
  };
  return (
    <PersistentDialog open={open} onOpenChange={toggle} persistent={made !== null}>
      <DialogTrigger
        render={
          <Button>
            <Plus aria-hidden="true" /> Create a key
          </Button>
        }
      />
      <DialogContent
        title={made === null ? "Create a key" : `The key “${made.name}”`}
        description={made === null ? "One for each program, so that each can be revoked by itself." : undefined}
      >
        {made === null ? <CreateForm onMade={setMade} /> : <CreatedKeyDetails made={made} onDone={() => toggle(false)} />}
      </DialogContent>
    </PersistentDialog>
  );
}

function CreateForm({ onMade }: { onMade: (made: CreatedKey) => void }) {
  const { mutateAsync } = useCreateKey();
  const form = useZodForm(createKeyEndpoint.body, { defaultValues: { kind: "secret_key", name: "" } });
  const create = async (body: z.output<typeof createKeyEndpoint.body>) => onMade(await mutateAsync(body));
  return (
    <Form form={form} onSubmit={create} className="grid gap-4">
      <RadioGroup
        label="Kind"
        name="kind"
        options={kinds}
        value={form.watch("kind")}
        onValueChange={(kind) => form.setValue("kind", kind)}
        error={form.formState.errors.kind?.message}
      />
      <FormField form={form} name="name" label="Name" hint="What uses it: the shop, the mobile app.">
        {(control) => <Input {...control} autoComplete="off" />}
      </FormField>
      <FormErrorSummary form={form} />
      <FormFooter form={form}>Create</FormFooter>
    </Form>
  );
}
