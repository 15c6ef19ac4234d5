import { createColumns } from "@/components/list/columns";
import { TruncatedText } from "@/components/list/truncated-text";
import { Time } from "@/components/ui/time";
import type { LeadRecord } from "@/contract/leads";
import { NameCell, NotesCell } from "./edit-cells";
import { heldReasonLabel, labels, leadSourceLabels } from "./labels";
import { LeadStage } from "./lead-stage";
import { ReferralsCell } from "./referrals-cell";

const { columns: headers } = labels;

const { columns, display } = createColumns<LeadRecord>();

const heldReasonColumn = display({
  id: "held",
  header: headers.heldReason,
  meta: { width: "w-44", minTableWidth: "lg" },
  cell: ({ row }) => heldReasonLabel(row.original.heldReason),
});

const referralsColumn = display({
  id: "referrals",
  header: headers.referrals,
  meta: { width: "w-44", minTableWidth: "lg" },
  cell: ({ row }) => <ReferralsCell lead={row.original} />,
});

type LeadColumnsOptions = { zone: string; canEdit: boolean; isHeldList: boolean };

/** The columns of the leads table. A list of held sign-ups shows why they are held instead of their referrals. */
export const leadColumns = ({ zone, canEdit, isHeldList }: LeadColumnsOptions) =>
  columns([
    display({
      id: "email",
      header: headers.email,
      meta: { mono: true },
      cell: ({ row }) => <TruncatedText text={row.original.email} mono />,
    }),
    display({
      id: "name",
      header: headers.name,
      meta: { width: "w-44", minTableWidth: "md" },
      cell: ({ row }) => <NameCell lead={row.original} canEdit={canEdit} />,
    }),
    display({ id: "stage", header: headers.stage, meta: { width: "w-36" }, cell: ({ row }) => <LeadStage lead={row.original} /> }),
    display({
      id: "notes",
      header: headers.notes,
      meta: { width: "w-40", minTableWidth: "wide" },
      cell: ({ row }) => <NotesCell lead={row.original} canEdit={canEdit} />,
    }),
    isHeldList ? heldReasonColumn : referralsColumn,
    display({
      id: "source",
      header: headers.source,
      meta: { width: "w-28", minTableWidth: "wide", className: "text-muted-foreground" },
      cell: ({ row }) => leadSourceLabels[row.original.source],
    }),
    display({
      id: "created",
      header: headers.created,
      meta: { width: "w-32", minTableWidth: "md", className: "text-muted-foreground" },
      cell: ({ row }) => <Time at={row.original.createdAt} zone={zone} />,
    }),
  ]);
