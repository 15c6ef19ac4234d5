"use client";

import { useState } from "react";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Interpolate } from "@/components/ui/interpolate";
import { labels } from "./labels";
import type { SendDialogProps } from "./send-dialog";
import { SendForm } from "./send-form";
import type { ContentKind, PresetRecipients } from "./send-form-schema";

const { dialog } = labels;

/** The content of the send dialog, loaded when it opens. */
export function SendDialogContent({ open, onClose, ...preset }: SendDialogProps) {
  const [isSending, setSending] = useState(false);
  return (
    // Closing wouldn't stop a send that is being created, and a click outside would lose the input.
    <Dialog open={open} disablePointerDismissal onOpenChange={(next) => !next && !isSending && onClose()}>
      <SendDialogBody {...preset} onSending={setSending} />
    </Dialog>
  );
}

type SendDialogBodyProps = Omit<SendDialogProps, "open" | "onClose"> & { onSending: (sending: boolean) => void };

function SendDialogBody({ recipients, code, initialContent, onSending }: SendDialogBodyProps) {
  return (
    <DialogContent className="max-w-5xl" title={dialogTitle(code, initialContent)} description={recipients && recipientsLabel(recipients)}>
      <SendForm recipients={recipients} code={code} initialContent={initialContent} onSending={onSending} />
    </DialogContent>
  );
}

function dialogTitle(code: string | undefined, initialContent: ContentKind | undefined) {
  if (code === undefined) return initialContent === "personal" ? dialog.inviteTitle : dialog.sendTitle;
  return <Interpolate text={dialog.sendCodeTitle} values={{ code: <bdi className="break-all font-mono">{code}</bdi> }} />;
}

function recipientsLabel(recipients: PresetRecipients): string {
  if ("filter" in recipients) return dialog.toMatchingLeads(recipients.count);
  const [first] = recipients.emails;
  return recipients.emails.length === 1 && first !== undefined ? dialog.toLead(first) : dialog.toSelectedLeads(recipients.emails.length);
}
