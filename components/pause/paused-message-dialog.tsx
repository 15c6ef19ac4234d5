"use client";

import { z } from "zod";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Form, FormField, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { FormFooter } from "@/components/ui/form-footer";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { pauseProjectEndpoint } from "@/contract/pause";
import { useUpdatePausedMessage, usePauseState } from "./use-pause-state";

const Body = z.object({ text: pauseProjectEndpoint.body.shape.message.unwrap().unwrap() });

/** Asks what customers are told while something is paused. */
export function PausedMessageDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent
        title="Public message"
        description="Stands on the claim page and the join page while what they are for is paused, and in what your programs are answered."
      >
        <PausedMessageForm onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

function PausedMessageForm({ onDone }: { onDone: () => void }) {
  const { pausedMessage: pausedText } = usePauseState();
  const { mutateAsync } = useUpdatePausedMessage();
  const form = useZodForm(Body, { defaultValues: { text: pausedText ?? "" } });
  const save = async ({ text }: z.output<typeof Body>) => {
    await mutateAsync(text || null);
    toast.success("The public message is saved");
    onDone();
  };
  return (
    <Form form={form} onSubmit={save} className="grid gap-4">
      <FormField form={form} name="text" label="Message" optional hint="Left empty, pages say in their own words that it is paused.">
        {(control) => <Textarea {...control} dir="auto" rows={3} />}
      </FormField>
      <FormErrorSummary form={form} />
      <FormFooter form={form}>Save</FormFooter>
    </Form>
  );
}
