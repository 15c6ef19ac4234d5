"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { SendTo, What } from "./draft";

// Opened by few of those who see a list, and heavy.
const Opened = dynamic(() => import("./send-dialog-content").then(({ SendDialogContent }) => SendDialogContent), { ssr: false });

export type SendDialogProps = {
  open: boolean;
  onClose: () => void;
  /** To whom; the dialog asks where it is left out. */
  to?: SendTo | undefined;
  /** Which code; the dialog asks where it is left out. */
  code?: string | undefined;
  /** What is chosen to begin with: a code there is, or a new personal code for each. */
  begins?: What | undefined;
};

/** Asks what is sent to whom, shows what would come of it, and sends it. Its code is loaded once it is opened. */
export function SendDialog(props: SendDialogProps) {
  const [wasOpen, setWasOpen] = useState(false);
  if (props.open && !wasOpen) setWasOpen(true);
  return wasOpen || props.open ? <Opened {...props} /> : null;
}
