"use client";

import { lazyDialog } from "@/components/ui/lazy";
import type { PresetRecipients, ContentKind } from "./send-form-schema";

export type SendDialogProps = {
  open: boolean;
  onClose: () => void;
  /** To whom; the dialog asks where it is left out. */
  recipients?: PresetRecipients | undefined;
  /** Which code; the dialog asks where it is left out. */
  code?: string | undefined;
  /** What is chosen to begin with: a code there is, or a new personal code for each. */
  initialContent?: ContentKind | undefined;
};

/** Asks what is sent to whom, shows what would come of it, and sends it. */
export const SendDialog = lazyDialog<SendDialogProps>(() =>
  import("./send-dialog-content").then(({ SendDialogContent }) => SendDialogContent),
);
