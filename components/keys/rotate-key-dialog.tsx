"use client";

import { useState } from "react";
import { z } from "zod";
import { DialogContent, PersistentDialog } from "@/components/ui/dialog";
import { Form, FormErrorSummary, FormField, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { Select } from "@/components/ui/select";
import type { KeyRecord } from "@/contract/keys";
import { type CreatedKey, CreatedKeyDetails } from "./created-key";
import { labels, overlapOptions } from "./labels";
import { useRotateKey } from "./mutations";

type RotateKeyDialogProps = { apiKey: KeyRecord; open: boolean; onClose: () => void };

const copy = labels.rotate;

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
        title={createdKey === null ? copy.title(apiKey.name) : labels.created.title(createdKey.name)}
        description={createdKey === null ? copy.description : undefined}
      >
        {createdKey === null ? (
          <RotateForm id={apiKey.id} onCreated={setCreatedKey} />
        ) : (
          <CreatedKeyDetails createdKey={createdKey} onDone={close} />
        )}
      </DialogContent>
    </PersistentDialog>
  );
}

const RotateBody = z.object({ overlap: z.enum(overlapOptions.map(({ value }) => value)) });

function RotateForm({ id, onCreated }: { id: string; onCreated: (createdKey: CreatedKey) => void }) {
  const { mutateAsync } = useRotateKey();
  const form = useZodForm(RotateBody, { defaultValues: { overlap: "24" } });
  const rotate = async ({ overlap }: z.output<typeof RotateBody>) => onCreated(await mutateAsync({ id, overlapHours: Number(overlap) }));
  return (
    <Form form={form} onSubmit={rotate} className="grid gap-4">
      <FormField form={form} name="overlap" label={copy.overlap} hint={copy.overlapHint}>
        {({ name, value, onChange }) => <Select name={name} options={overlapOptions} value={value} onValueChange={onChange} />}
      </FormField>
      <FormErrorSummary form={form} />
      <FormFooter form={form}>{copy.submit}</FormFooter>
    </Form>
  );
}
