"use client";

import * as z from "zod";
import { TextareaField, useZodForm } from "@/components/ui/form";
import { DialogForm, FormDialog } from "@/components/ui/form-dialog";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { pauseProjectEndpoint } from "@/contract/project";
import { pauseLabels } from "./labels";
import { usePauseState } from "./use-pause";

const Body = z.object({ message: pauseProjectEndpoint.body.shape.message.unwrap().unwrap() });

const { message: labels } = pauseLabels;

/** Edits the message that customers see while something is paused. */
export function PausedMessageDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <FormDialog open={open} onClose={onClose} title={labels.title} description={labels.description}>
      <PausedMessageForm onDone={onClose} />
    </FormDialog>
  );
}

function PausedMessageForm({ onDone }: { onDone: () => void }) {
  const { pausedMessage } = usePauseState();
  const { mutateAsync } = useApiMutation("POST /project/pause", { changes: ["GET /project"] });
  const form = useZodForm(Body, { defaultValues: { message: pausedMessage ?? "" } });
  const save = async ({ message }: z.output<typeof Body>) => {
    await mutateAsync({ body: { message: message || null } });
    toast.success(labels.savedToast);
    onDone();
  };
  return (
    <DialogForm form={form} onSubmit={save} submitLabel={labels.save}>
      <TextareaField form={form} name="message" label={labels.field} optional hint={labels.hint} dir="auto" rows={3} />
    </DialogForm>
  );
}
