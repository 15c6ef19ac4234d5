"use client";

import type { z } from "zod";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Form, FormErrorSummary, FormField, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { addSuppressionEndpoint } from "@/contract/suppressions";
import { suppressionLabels } from "./labels";
import { useAddSuppression } from "./mutations";
import { SuppressionFields } from "./suppression-fields";

const Body = addSuppressionEndpoint.body.required();
type Body = z.output<typeof Body>;

const defaultValues: z.input<typeof Body> = { email: "", reason: "staff", note: "" };
const { add: labels, fields } = suppressionLabels;

/** Adds an email to the suppressions. */
export function AddSuppressionDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title={labels.title} description={labels.description}>
        <AddForm onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

function AddForm({ onDone }: { onDone: () => void }) {
  const { mutateAsync } = useAddSuppression();
  const form = useZodForm(Body, { defaultValues });
  const add = async (body: Body) => {
    const { email } = await mutateAsync(body);
    toast.success(labels.toast, { description: email });
    onDone();
  };
  return (
    <Form form={form} onSubmit={add} className="grid gap-4">
      <FormField form={form} name="email" label={fields.email}>
        {(control) => <Input {...control} type="email" mono autoComplete="off" />}
      </FormField>
      <SuppressionFields form={form} />
      <FormErrorSummary form={form} />
      <FormFooter form={form}>{labels.submit}</FormFooter>
    </Form>
  );
}
