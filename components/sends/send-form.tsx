"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { DialogClose, DialogFooter } from "@/components/ui/dialog";
import { Form, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { initialValues, SendFormSchema } from "./send-form-schema";
import { EmailPreview } from "./email-preview";
import { useSend } from "./mutations";
import { RecipientsPreview } from "./recipients-preview";
import type { SendDialogProps } from "./send-dialog";
import { useSendPreview } from "./use-send-preview";
import { ContentFields } from "./content-fields";
import { RecipientFields } from "./recipient-fields";
import { leadCountLabel } from "./labels";

type SendFormProps = Omit<SendDialogProps, "open" | "onClose"> & { onSending: (sending: boolean) => void };

/** What is sent to whom, what would come of it, and the mail as it will look. */
export function SendForm({ onSending, ...props }: SendFormProps) {
  // As it was when the dialog was opened: the page behind it goes on.
  const [{ recipients: to, code, initialContent: begins }] = useState(props);
  const form = useZodForm(SendFormSchema, { defaultValues: initialValues({ to, code, begins }) });
  const { asked, brought, outcome, isSettled } = useSendPreview(form.watch(), to);
  const send = useSend();
  const isSending = send.isPending || send.isSuccess;
  const leave = async () => {
    // A second press comes before the button is off.
    if (asked === null || !isSettled || isSending) return;
    onSending(true);
    try {
      await send.mutateAsync(asked);
    } catch (error) {
      onSending(false);
      throw error;
    }
  };
  const reach = outcome.data;
  const reached = reach?.error === null ? reach.notifiedLeads : 0;
  const isReady = asked === null || (isSettled && reached > 0);
  return (
    <Form form={form} onSubmit={leave}>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
        <div className="grid min-w-0 content-start gap-5">
          <ContentFields form={form} isPreset={code !== undefined} />
          {to === undefined && <RecipientFields form={form} />}
        </div>
        <div className="grid min-w-0 content-start gap-4 lg:sticky lg:top-0 lg:self-start">
          <RecipientsPreview request={asked} preview={outcome} isSettled={isSettled} />
          <EmailPreview content={brought} recipient={asked === null ? undefined : reach?.sample[0]} />
        </div>
      </div>
      {/* Always in sight, however long what is filled in above it. */}
      <div className="-mx-6 -mb-6 sticky -bottom-4 mt-6 rounded-b-lg border-t bg-popover px-6 pb-4 *:last:mt-4">
        <FormErrorSummary form={form} className="mt-4" />
        <Buttons isReady={isReady} isSending={isSending} reached={asked === null ? 0 : reached} />
      </div>
    </Form>
  );
}

type ButtonsProps = {
  isReady: boolean;
  isSending: boolean;
  /** How many would get it; none where that is not known yet. */
  reached: number;
};

function Buttons({ isReady, isSending, reached }: ButtonsProps) {
  return (
    <DialogFooter>
      <DialogClose disabled={isSending} />
      <Button type="submit" disabled={!isReady} pending={isSending}>
        {reached > 0 ? `Send to ${leadCountLabel(reached)}` : "Send"}
      </Button>
    </DialogFooter>
  );
}
