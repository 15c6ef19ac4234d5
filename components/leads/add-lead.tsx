"use client";

import { UserPlus } from "lucide-react";
import { parseAsBoolean, useQueryState } from "nuqs";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/lazy";

const AddLeadDialog = lazyDialog(() => import("./add-lead-dialog").then((dialog) => dialog.AddLeadDialog));

/** The address may say that it is open, so that other pages can lead to it. */
const useAddLeadOpen = () => useQueryState("add", parseAsBoolean.withDefault(false));

export function AddLeadButton() {
  const [, setOpen] = useAddLeadOpen();
  return (
    <Button onClick={() => void setOpen(true)}>
      <UserPlus aria-hidden="true" /> Add a lead
    </Button>
  );
}

/** The dialog; stands once on the page, where its button may stand more than once. */
export function AddLead() {
  const [open, setOpen] = useAddLeadOpen();
  return <AddLeadDialog open={open} onClose={() => void setOpen(false)} />;
}
