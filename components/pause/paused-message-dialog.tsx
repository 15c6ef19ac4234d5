"use client";

import * as z from "zod";
import { TextareaField, useZodForm } from "@/components/ui/form";
import { FormDialog } from "@/components/ui/form-dialog";
import { MergedDialogForm } from "@/components/ui/merged-dialog-form";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import { type ProjectRecord, pauseProjectEndpoint } from "@/contract/project";
import { pauseLabels } from "./labels";
import { usePauseState } from "./use-pause";

const Body = z.object({ message: pauseProjectEndpoint.body.shape.message.unwrap().unwrap() });

type Body = z.output<typeof Body>;

const toBody = ({ pausedMessage }: Pick<ProjectRecord, "pausedMessage">): Body => ({ message: pausedMessage ?? "" });

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
  const form = useZodForm(Body, { defaultValues: toBody({ pausedMessage }) });
  return (
    <MergedDialogForm
      form={form}
      onSave={async ({ message }, expected) =>
        toBody(await mutateAsync({ body: { message: message || null, expected: { message: expected.message || null } } }))
      }
      onLoad={async () => toBody(await call("GET /project"))}
      describeValue={(value) => ({ name: labels.field, text: String(value || labels.none) })}
      onSaved={() => {
        toast.success(labels.savedToast);
        onDone();
      }}
      submitLabel={labels.save}
    >
      <TextareaField form={form} name="message" label={labels.field} optional hint={labels.hint} dir="auto" rows={3} />
    </MergedDialogForm>
  );
}
