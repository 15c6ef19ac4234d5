"use client";

import type { z } from "zod";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Form, FormField, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { addSuppressionEndpoint } from "@/contract/suppressions";
import { useAddSuppression } from "./mutations";
import { SuppressionFields } from "./suppression-fields";

const Body = addSuppressionEndpoint.body.required();
type Body = z.output<typeof Body>;

const empty: z.input<typeof Body> = { email: "", reason: "staff", note: "" };

/** Asks for an address that is to get no more mail. */
export function AddSuppressionDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title="Stop mail to an address" description="It need not be a lead’s. What waits to be sent to it is not sent.">
        <AddForm onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

function AddForm({ onDone }: { onDone: () => void }) {
  const { mutateAsync } = useAddSuppression();
  const form = useZodForm(Body, { defaultValues: empty });
  const add = async (body: Body) => {
    const { email } = await mutateAsync(body);
    toast.success("It gets no more mail", { description: email });
    onDone();
  };
  return (
    <Form form={form} onSubmit={add} className="grid gap-4">
      <FormField form={form} name="email" label="Address">
        {(control) => <Input {...control} type="email" mono autoComplete="off" />}
      </FormField>
      <SuppressionFields form={form} />
      <FormErrorSummary form={form} />
      <FormFooter form={form}>Stop mail</FormFooter>
    </Form>
  );
}
