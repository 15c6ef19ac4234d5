"use client";

import { UserPlus } from "lucide-react";
import { parseAsBoolean, useQueryState } from "nuqs";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/lazy";
import { labels } from "./labels";

const AddLeadDialog = lazyDialog(() => import("./add-lead-dialog").then((dialog) => dialog.AddLeadDialog));

/** Whether the dialog is open. Kept in the URL so that other pages can link to it. */
const useAddLeadOpen = () => useQueryState("add", parseAsBoolean.withDefault(false));

export function AddLeadButton() {
  const [, setOpen] = useAddLeadOpen();
  return (
    <Button onClick={() => void setOpen(true)}>
      <UserPlus aria-hidden="true" /> {labels.addLead}
    </Button>
  );
}

/** The dialog. Rendered once per page, while the button can appear several times. */
export function AddLead() {
  const [open, setOpen] = useAddLeadOpen();
  return <AddLeadDialog open={open} onClose={() => void setOpen(false)} />;
}
