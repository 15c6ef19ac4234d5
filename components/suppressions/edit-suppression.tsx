"use client";

import type { z } from "zod";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Form, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { toast } from "@/components/ui/toast";
import { updateSuppressionEndpoint } from "@/contract/suppressions";
import { useChangeSuppression } from "./mutations";
import type { SuppressionDialogProps } from "./suppression-actions";
import { SuppressionFields } from "./suppression-fields";

const Body = updateSuppressionEndpoint.body.required();
type Body = z.output<typeof Body>;

/** Asks why an address gets no mail, where that is known otherwise by now. */
export function EditSuppression({ suppression, open, onClose }: SuppressionDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent
        title="Edit the suppression"
        description={<span className="break-all font-mono text-[13px]">{suppression.email}</span>}
      >
        <EditForm suppression={suppression} onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

function EditForm({ suppression: { email, reason, note }, onDone }: Pick<SuppressionDialogProps, "suppression"> & { onDone: () => void }) {
  const { mutateAsync } = useChangeSuppression();
  const form = useZodForm(Body, { defaultValues: { email, reason, note } });
  const save = async (body: Body) => {
    await mutateAsync(body);
    toast.success("The suppression is saved", { description: email });
    onDone();
  };
  return (
    <Form form={form} onSubmit={save} className="grid gap-4">
      <SuppressionFields form={form} />
      <FormErrorSummary form={form} />
      <FormFooter form={form}>Save</FormFooter>
    </Form>
  );
}
