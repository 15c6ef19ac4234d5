"use client";

import type { z } from "zod";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Form, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { toast } from "@/components/ui/toast";
import { updateSuppressionEndpoint } from "@/contract/suppressions";
import { suppressionLabels } from "./labels";
import { useUpdateSuppression } from "./mutations";
import type { SuppressionDialogProps } from "./suppression-actions";
import { SuppressionFields } from "./suppression-fields";

const Body = updateSuppressionEndpoint.body.required();
type Body = z.output<typeof Body>;

const { edit: labels } = suppressionLabels;

/** Edits the reason and the note of a suppression. */
export function EditSuppression({ suppression, open, onClose }: SuppressionDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title={labels.title} description={<span className="break-all font-mono text-[13px]">{suppression.email}</span>}>
        <EditForm suppression={suppression} onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

function EditForm({ suppression: { email, reason, note }, onDone }: Pick<SuppressionDialogProps, "suppression"> & { onDone: () => void }) {
  const { mutateAsync } = useUpdateSuppression();
  const form = useZodForm(Body, { defaultValues: { reason, note } });
  const save = async (body: Body) => {
    await mutateAsync({ email, ...body });
    toast.success(labels.toast, { description: email });
    onDone();
  };
  return (
    <Form form={form} onSubmit={save} className="grid gap-4">
      <SuppressionFields form={form} />
      <FormErrorSummary form={form} />
      <FormFooter form={form}>{labels.submit}</FormFooter>
    </Form>
  );
}
