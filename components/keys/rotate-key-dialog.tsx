"use client";

import { useState } from "react";
import { z } from "zod";
import { DialogContent, PersistentDialog } from "@/components/ui/dialog";
import { Form, FormField, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { Select } from "@/components/ui/select";
import type { KeyRecord } from "@/contract/keys";
import { useRotateKey } from "./mutations";
import { type CreatedKey, CreatedKeyDetails } from "./created-key";
import { overlapOptions } from "./labels";

type RotateKeyDialogProps = { of: KeyRecord; open: boolean; onClose: () => void };

/** Replaces a key by a new one, which works beside it for a while. */
export function RotateKeyDialog({ of: key, open, onClose }: RotateKeyDialogProps) {
  const [made, setMade] = useState<CreatedKey | null>(null);
  const close = () => {
    setMade(null);
    onClose();
  };
  return (
    <PersistentDialog open={open} onOpenChange={close} persistent={made !== null}>
      <DialogContent
        title={made === null ? `Rotate the key “${key.name}”` : `The new key “${made.name}”`}
        description={made === null ? "A new key of the same kind and name takes its place." : undefined}
      >
        {made === null ? <RotateForm id={key.id} onMade={setMade} /> : <CreatedKeyDetails made={made} onDone={close} />}
      </DialogContent>
    </PersistentDialog>
  );
}

const RotateBody = z.object({ overlap: z.enum(overlapOptions.map(({ value }) => value)) });

function RotateForm({ id, onMade }: { id: string; onMade: (made: CreatedKey) => void }) {
  const { mutateAsync } = useRotateKey();
  const form = useZodForm(RotateBody, { defaultValues: { overlap: "24" } });
  const rotate = async ({ overlap }: z.output<typeof RotateBody>) => onMade(await mutateAsync({ id, overlapHours: Number(overlap) }));
  return (
    <Form form={form} onSubmit={rotate} className="grid gap-4">
      <FormField form={form} name="overlap" label="The old key works on for" hint="Time to give your programs the new one.">
        {({ name, value, onChange }) => <Select name={name} options={overlapOptions} value={value} onValueChange={onChange} />}
      </FormField>
      <FormErrorSummary form={form} />
      <FormFooter form={form}>Rotate</FormFooter>
    </Form>
  );
}
