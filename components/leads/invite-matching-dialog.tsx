"use client";

import { parseAsBoolean, useQueryState } from "nuqs";
import { toBulkFilter } from "@/components/list/filter-parsers";
import { SendDialog } from "@/components/sends/send-dialog";
import type { LeadFilterQuery } from "./filters";

/** Invites all matching leads. Opened through the URL by other pages. */
export function InviteMatchingDialog({ filterQuery, total }: { filterQuery: LeadFilterQuery; total: string | undefined }) {
  const [open, setOpen] = useQueryState("invite", parseAsBoolean.withDefault(false));
  return (
    <SendDialog
      open={open && total !== undefined}
      onClose={() => void setOpen(null)}
      recipients={{ filter: toBulkFilter(filterQuery), count: total ?? "" }}
      initialContent="personal"
    />
  );
}
