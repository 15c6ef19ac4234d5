"use client";

import { z } from "zod";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Form, FormErrorSummary, FormField, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { pauseProjectEndpoint } from "@/contract/pause";
import { pauseLabels } from "./labels";
import { usePauseState, useUpdatePausedMessage } from "./use-pause-state";

const Body = z.object({ message: pauseProjectEndpoint.body.shape.message.unwrap().unwrap() });

const { message: labels } = pauseLabels;

/** Edits the message that customers see while something is paused. */
export function PausedMessageDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title={labels.title} description={labels.description}>
        <PausedMessageForm onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

function PausedMessageForm({ onDone }: { onDone: () => void }) {
  const { pausedMessage } = usePauseState();
  const { mutateAsync } = useUpdatePausedMessage();
  const form = useZodForm(Body, { defaultValues: { message: pausedMessage ?? "" } });
  const save = async ({ message }: z.output<typeof Body>) => {
    await mutateAsync(message || null);
    toast.success(labels.savedToast);
    onDone();
  };
  return (
    <Form form={form} onSubmit={save} className="grid gap-4">
      <FormField form={form} name="message" label={labels.field} optional hint={labels.hint}>
        {(control) => <Textarea {...control} dir="auto" rows={3} />}
      </FormField>
      <FormErrorSummary form={form} />
      <FormFooter form={form}>{labels.save}</FormFooter>
    </Form>
  );
}
