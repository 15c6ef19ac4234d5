"use client";

import { SendHorizontal } from "lucide-react";
import { parseAsBoolean, useQueryState } from "nuqs";
import { Button } from "@/components/ui/button";
import { labels } from "./labels";
import { SendDialog } from "./send-dialog";

const useNewSendOpen = () => useQueryState("new", parseAsBoolean.withDefault(false));

/** Opens the dialog of a new send through the URL. */
export function NewSendButton() {
  const [, setOpen] = useNewSendOpen();
  return (
    <Button onClick={() => void setOpen(true)}>
      <SendHorizontal aria-hidden="true" /> {labels.newSend}
    </Button>
  );
}

/** The dialog of a new send. Opened through the URL. */
export function NewSendDialog() {
  const [isOpen, setOpen] = useNewSendOpen();
  return <SendDialog open={isOpen} onClose={() => void setOpen(null)} />;
}
