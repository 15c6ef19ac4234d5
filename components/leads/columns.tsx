import { createColumns } from "@/components/list/columns";
import { TruncatedText } from "@/components/list/truncated-text";
import { Time } from "@/components/ui/time";
import type { LeadRecord } from "@/contract/leads";
import { NameCell, NotesCell } from "./edit-cells";
import { LeadStatus } from "./lead-status";
import { ReferralsCell } from "./referrals-cell";
import { heldReasonLabel, leadSourceLabels } from "./labels";

const { columns, display } = createColumns<LeadRecord>();

const heldReasonColumn = display({
  id: "held",
  header: "Held because",
  meta: { width: "w-44", minTableWidth: "lg" },
  cell: ({ row }) => heldReasonLabel(row.original.heldReason),
});

const referralsColumn = display({
  id: "referrals",
  header: "Referrals",
  meta: { width: "w-44", minTableWidth: "lg" },
  cell: ({ row }) => <ReferralsCell lead={row.original} />,
});

type LeadColumnsOptions = { zone: string; mayEdit: boolean; areHeld: boolean };

/** What stands of a lead in the table; of those whose sign-up is held, why in place of referrals, which they have none of yet. */
export const leadColumns = ({ zone, mayEdit, areHeld }: LeadColumnsOptions) =>
  columns([
    display({ id: "email", header: "Address", meta: { mono: true }, cell: ({ row }) => <TruncatedText text={row.original.email} mono /> }),
    display({
      id: "name",
      header: "Name",
      meta: { width: "w-44", minTableWidth: "md" },
      cell: ({ row }) => <NameCell lead={row.original} mayEdit={mayEdit} />,
    }),
    display({ id: "status", header: "Status", meta: { width: "w-28" }, cell: ({ row }) => <LeadStatus lead={row.original} /> }),
    display({
      id: "notes",
      header: "Notes",
      meta: { width: "w-40", minTableWidth: "wide" },
      cell: ({ row }) => <NotesCell lead={row.original} mayEdit={mayEdit} />,
    }),
    areHeld ? heldReasonColumn : referralsColumn,
    display({
      id: "source",
      header: "Source",
      meta: { width: "w-28", minTableWidth: "wide", className: "text-muted-foreground" },
      cell: ({ row }) => leadSourceLabels[row.original.source],
    }),
    display({
      id: "created",
      header: "Created",
      meta: { width: "w-32", minTableWidth: "md", className: "text-muted-foreground" },
      cell: ({ row }) => <Time at={row.original.createdAt} zone={zone} />,
    }),
  ]);
