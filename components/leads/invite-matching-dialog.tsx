"use client";

import { parseAsBoolean, useQueryState } from "nuqs";
import { matching } from "@/components/list/narrowing";
import { SendDialog } from "@/components/sends/send-dialog";
import type { LeadFilterQuery } from "./filters";

/** Invites all that match, where the page's address says so: other pages lead to it. */
export function InviteMatchingDialog({ narrowing, total }: { narrowing: LeadFilterQuery; total: string | undefined }) {
  const [open, setOpen] = useQueryState("invite", parseAsBoolean.withDefault(false));
  return (
    <SendDialog
      open={open && total !== undefined}
      onClose={() => void setOpen(null)}
      to={{ filter: matching(narrowing), count: total ?? "" }}
      begins="personal"
    />
  );
}
