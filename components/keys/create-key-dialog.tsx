"use client";

import { Plus } from "lucide-react";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useState } from "react";
import type { z } from "zod";
import { Button } from "@/components/ui/button";
import { DialogContent, DialogTrigger, LastingDialog } from "@/components/ui/dialog";
import { Form, FormField, FormProblems, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { createKeyEndpoint } from "@/contract/keys";
import { useCreateKey } from "./mutations";
import { type Made, NewKey } from "./new-key";
import { keyWords } from "./words";

const kinds = (["secret_key", "public_key"] as const).map((value) => ({ value, ...keyWords[value] }));

/** The address may say that it is open, so that other pages can lead to it. */
export function CreateKeyDialog() {
  const [open, setOpen] = useQueryState("create", parseAsBoolean.withDefault(false));
  const [made, setMade] = useState<Made | null>(null);
  const toggle = (next: boolean) => {
    if (next) setMade(null);
    void setOpen(next);
  };
  return (
    <LastingDialog open={open} onOpenChange={toggle} lasts={made !== null}>
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
        {made === null ? <CreateForm onMade={setMade} /> : <NewKey made={made} onDone={() => toggle(false)} />}
      </DialogContent>
    </LastingDialog>
  );
}

function CreateForm({ onMade }: { onMade: (made: Made) => void }) {
  const { mutateAsync } = useCreateKey();
  const form = useZodForm(createKeyEndpoint.body, { defaultValues: { kind: "secret_key", name: "" } });
  const create = async (body: z.output<typeof createKeyEndpoint.body>) => onMade(await mutateAsync(body));
  return (
    <Form form={form} onSubmit={create} className="grid gap-4">
      <RadioGroup
        label="Kind"
        name="kind"
        choices={kinds}
        value={form.watch("kind")}
        onValueChange={(kind) => form.setValue("kind", kind)}
        error={form.formState.errors.kind?.message}
      />
      <FormField form={form} name="name" label="Name" hint="What uses it: the shop, the mobile app.">
        {(control) => <Input {...control} autoComplete="off" />}
      </FormField>
      <FormProblems form={form} />
      <FormFooter form={form}>Create</FormFooter>
    </Form>
  );
}
