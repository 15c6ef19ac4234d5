"use client";

import { MailX } from "lucide-react";
import { parseAsBoolean, useQueryState } from "nuqs";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/lazy";
import { suppressionLabels } from "./labels";

const AddSuppressionDialog = lazyDialog(() => import("./add-suppression-dialog").then((module) => module.AddSuppressionDialog));

/** The URL holds whether the dialog is open, so that other pages can link to it. */
const useDialogState = () => useQueryState("add", parseAsBoolean.withDefault(false));

export function AddSuppressionButton() {
  const [, setOpen] = useDialogState();
  return (
    <Button onClick={() => void setOpen(true)}>
      <MailX aria-hidden="true" /> {suppressionLabels.add.button}
    </Button>
  );
}

/** The dialog that the buttons open. Render it once per page. */
export function AddSuppression() {
  const [open, setOpen] = useDialogState();
  return <AddSuppressionDialog open={open} onClose={() => void setOpen(false)} />;
}
