"use client";

import { useState } from "react";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { countOf } from "@/lib/counts";
import type { PresetRecipients, ContentKind } from "./send-form-schema";
import type { SendDialogProps } from "./send-dialog";
import { SendForm } from "./send-form";

/** The Send dialog itself. */
export function SendDialogContent({ open, onClose, ...begun }: SendDialogProps) {
  const [sending, setSending] = useState(false);
  return (
    // Closing it would not take back what is being sent; and a press beside it would lose what was filled in.
    <Dialog open={open} disablePointerDismissal onOpenChange={(next) => !next && !sending && onClose()}>
      <SendDialogBody {...begun} onSending={setSending} />
    </Dialog>
  );
}

type SendDialogBodyProps = Omit<SendDialogProps, "open" | "onClose"> & { onSending: (sending: boolean) => void };

function SendDialogBody({ recipients: to, code, initialContent: begins, onSending }: SendDialogBodyProps) {
  return (
    <DialogContent className="max-w-5xl" title={dialogTitle(code, begins)} description={to && `To ${recipientsLabel(to)}.`}>
      <SendForm recipients={to} code={code} initialContent={begins} onSending={onSending} />
    </DialogContent>
  );
}

function dialogTitle(code: string | undefined, begins: ContentKind | undefined) {
  if (code === undefined) return begins === "personal" ? "Invite with personal codes" : "Send a code";
  return (
    <>
      Send <bdi className="break-all font-mono">{code}</bdi>
    </>
  );
}

function recipientsLabel(to: PresetRecipients): string {
  if ("filter" in to) return to.count === "1" ? "the lead that matches" : `all ${countOf(to.count)} leads that match`;
  const [first] = to.emails;
  return to.emails.length === 1 ? (first ?? "") : `${to.emails.length.toLocaleString("en")} leads that are selected`;
}
