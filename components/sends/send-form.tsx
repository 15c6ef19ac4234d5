"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { DialogClose, DialogFooter } from "@/components/ui/dialog";
import { Form, FormErrorSummary, useZodForm } from "@/components/ui/form";
import { ContentFields } from "./content-fields";
import { EmailPreview } from "./email-preview";
import { labels } from "./labels";
import { useSend } from "./mutations";
import { RecipientFields } from "./recipient-fields";
import { RecipientsPreview } from "./recipients-preview";
import type { SendDialogProps } from "./send-dialog";
import { initialValues, SendFormSchema } from "./send-form-schema";
import { useSendPreview } from "./use-send-preview";

type SendFormProps = Omit<SendDialogProps, "open" | "onClose"> & { onSending: (sending: boolean) => void };

/** The form of the send dialog, with previews of the recipients and the email. */
export function SendForm({ onSending, ...props }: SendFormProps) {
  // Keeps the props from when the dialog opened, since the page behind it can change.
  const [{ recipients, code, initialContent }] = useState(props);
  const form = useZodForm(SendFormSchema, { defaultValues: initialValues({ recipients, code, content: initialContent }) });
  const { request, content, preview, isSettled } = useSendPreview(form.watch(), recipients);
  const send = useSend();
  const isSending = send.isPending || send.isSuccess;
  const submit = async () => {
    // A second click can come before the button is disabled.
    if (request === null || !isSettled || isSending) return;
    onSending(true);
    try {
      await send.mutateAsync(request);
    } catch (error) {
      onSending(false);
      throw error;
    }
  };
  const recipientCount = preview.data?.error === null ? preview.data.notifiedLeads : 0;
  const isReady = request === null || (isSettled && recipientCount > 0);
  return (
    <Form form={form} onSubmit={submit}>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
        <div className="grid min-w-0 content-start gap-5">
          <ContentFields form={form} isPreset={code !== undefined} />
          {recipients === undefined && <RecipientFields form={form} />}
        </div>
        <div className="grid min-w-0 content-start gap-4 lg:sticky lg:top-0 lg:self-start">
          <RecipientsPreview request={request} preview={preview} isSettled={isSettled} />
          <EmailPreview content={content} recipient={request === null ? undefined : preview.data?.sample[0]} />
        </div>
      </div>
      {/* Always visible, however long the form is. */}
      <div className="-mx-6 -mb-6 sticky -bottom-4 mt-6 rounded-b-lg border-t bg-popover px-6 pb-4 *:last:mt-4">
        <FormErrorSummary form={form} className="mt-4" />
        <Buttons isReady={isReady} isSending={isSending} recipientCount={request === null ? 0 : recipientCount} />
      </div>
    </Form>
  );
}

type ButtonsProps = {
  isReady: boolean;
  isSending: boolean;
  /** 0 while the number of recipients isn't known. */
  recipientCount: number;
};

function Buttons({ isReady, isSending, recipientCount }: ButtonsProps) {
  return (
    <DialogFooter>
      <DialogClose disabled={isSending} />
      <Button type="submit" disabled={!isReady} pending={isSending}>
        {recipientCount > 0 ? labels.dialog.submitCount(recipientCount) : labels.dialog.submit}
      </Button>
    </DialogFooter>
  );
}
