"use client";

import { useState } from "react";
import { z } from "zod";
import { DialogContent, LastingDialog } from "@/components/ui/dialog";
import { Form, FormField, FormProblems, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { Select } from "@/components/ui/select";
import type { KeyRecord } from "@/contract/keys";
import { useRotateKey } from "./mutations";
import { type Made, NewKey } from "./new-key";
import { overlaps } from "./words";

type RotateKeyDialogProps = { of: KeyRecord; open: boolean; onClose: () => void };

/** Replaces a key by a new one, which works beside it for a while. */
export function RotateKeyDialog({ of: key, open, onClose }: RotateKeyDialogProps) {
  const [made, setMade] = useState<Made | null>(null);
  const close = () => {
    setMade(null);
    onClose();
  };
  return (
    <LastingDialog open={open} onOpenChange={close} lasts={made !== null}>
      <DialogContent
        title={made === null ? `Rotate the key “${key.name}”` : `The new key “${made.name}”`}
        description={made === null ? "A new key of the same kind and name takes its place." : undefined}
      >
        {made === null ? <RotateForm id={key.id} onMade={setMade} /> : <NewKey made={made} onDone={close} />}
      </DialogContent>
    </LastingDialog>
  );
}

const RotateBody = z.object({ overlap: z.enum(overlaps.map(({ value }) => value)) });

function RotateForm({ id, onMade }: { id: string; onMade: (made: Made) => void }) {
  const { mutateAsync } = useRotateKey();
  const form = useZodForm(RotateBody, { defaultValues: { overlap: "24" } });
  const rotate = async ({ overlap }: z.output<typeof RotateBody>) => onMade(await mutateAsync({ id, overlapHours: Number(overlap) }));
  return (
    <Form form={form} onSubmit={rotate} className="grid gap-4">
      <FormField form={form} name="overlap" label="The old key works on for" hint="Time to give your programs the new one.">
        {({ name, value, onChange }) => <Select name={name} options={overlaps} value={value} onValueChange={onChange} />}
      </FormField>
      <FormProblems form={form} />
      <FormFooter form={form}>Rotate</FormFooter>
    </Form>
  );
}
