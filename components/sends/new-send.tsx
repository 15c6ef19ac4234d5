"use client";

import { SendHorizontal } from "lucide-react";
import { parseAsBoolean, useQueryState } from "nuqs";
import { Button } from "@/components/ui/button";
import { SendDialog } from "./send-dialog";

const useNewSendOpen = () => useQueryState("new", parseAsBoolean.withDefault(false));

/** Opens the dialog of a new send, which the page's address tells. */
export function NewSendButton() {
  const [, setNew] = useNewSendOpen();
  return (
    <Button onClick={() => void setNew(true)}>
      <SendHorizontal aria-hidden="true" /> New send
    </Button>
  );
}

/** The dialog of a new send, while the address says that it is open. */
export function NewSendDialog() {
  const [isNew, setNew] = useNewSendOpen();
  return <SendDialog open={isNew} onClose={() => void setNew(null)} />;
}
