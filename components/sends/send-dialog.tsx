"use client";

import { lazyDialog } from "@/components/ui/lazy";
import type { ContentKind, PresetRecipients } from "./send-form-schema";

export type SendDialogProps = {
  open: boolean;
  onClose: () => void;
  /** Who gets it. If left out, the dialog asks. */
  recipients?: PresetRecipients | undefined;
  /** The code to send. If left out, the dialog asks. */
  code?: string | undefined;
  /** What is selected at first: an existing code, or a new personal code for each lead. */
  initialContent?: ContentKind | undefined;
};

/** The dialog that sends a code or personal codes, with a preview of the recipients and the email. */
export const SendDialog = lazyDialog<SendDialogProps>(() =>
  import("./send-dialog-content").then(({ SendDialogContent }) => SendDialogContent),
);
