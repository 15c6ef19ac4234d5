"use client";

import { MailX } from "lucide-react";
import { parseAsBoolean, useQueryState } from "nuqs";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/lazy";

const AddSuppressionDialog = lazyDialog(() => import("./add-suppression-dialog").then((dialog) => dialog.AddSuppressionDialog));

/** The address may say that it is open, so that other pages can lead to it. */
const useAdding = () => useQueryState("add", parseAsBoolean.withDefault(false));

export function AddSuppressionButton() {
  const [, setOpen] = useAdding();
  return (
    <Button onClick={() => void setOpen(true)}>
      <MailX aria-hidden="true" /> Add an address
    </Button>
  );
}

/** The dialog; stands once on the page, where its button may stand more than once. */
export function AddSuppression() {
  const [open, setOpen] = useAdding();
  return <AddSuppressionDialog open={open} onClose={() => void setOpen(false)} />;
}
