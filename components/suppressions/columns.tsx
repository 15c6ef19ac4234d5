import { createColumns } from "@/components/list/columns";
import { TruncatedText } from "@/components/list/truncated-text";
import { Time } from "@/components/ui/time";
import type { SuppressionRecord } from "@/contract/suppressions";
import { reasonLabels, suppressionLabels } from "./labels";
import { SuppressionActions } from "./suppression-actions";

const { columns, display } = createColumns<SuppressionRecord>();
const { columns: headers, noNote } = suppressionLabels;

export const suppressionColumns = (zone: string, canEdit: boolean) =>
  columns([
    display({
      id: "email",
      header: headers.email,
      meta: { mono: true },
      cell: ({ row }) => <TruncatedText text={row.original.email} mono />,
    }),
    display({ id: "reason", header: headers.reason, meta: { width: "w-36" }, cell: ({ row }) => reasonLabels[row.original.reason] }),
    display({
      id: "note",
      header: headers.note,
      meta: { width: "w-80", minTableWidth: "lg", className: "text-muted-foreground" },
      cell: ({ row }) => (row.original.note === "" ? noNote : <TruncatedText text={row.original.note} />),
    }),
    display({
      id: "created",
      header: headers.created,
      meta: { width: "w-36", minTableWidth: "sm", className: "text-muted-foreground" },
      cell: ({ row }) => <Time at={row.original.createdAt} zone={zone} />,
    }),
    display({
      id: "actions",
      header: headers.actions,
      meta: { width: "w-12", hideLabel: true, className: "px-0 text-center" },
      cell: ({ row }) => <SuppressionActions suppression={row.original} canEdit={canEdit} />,
    }),
  ]);
