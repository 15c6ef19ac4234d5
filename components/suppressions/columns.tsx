import { createColumns } from "@/components/list/columns";
import { TruncatedText } from "@/components/list/truncated-text";
import { Time } from "@/components/ui/time";
import type { SuppressionRecord } from "@/contract/suppressions";
import { SuppressionActions } from "./suppression-actions";
import { reasonLabels } from "./labels";

const { columns, display } = createColumns<SuppressionRecord>();

/** What stands of a suppression in the table. */
export const suppressionColumns = (zone: string, mayEdit: boolean) =>
  columns([
    display({ id: "email", header: "Address", meta: { mono: true }, cell: ({ row }) => <TruncatedText text={row.original.email} mono /> }),
    display({ id: "reason", header: "Reason", meta: { width: "w-32" }, cell: ({ row }) => reasonLabels[row.original.reason] }),
    display({
      id: "note",
      header: "Note",
      meta: { width: "w-80", minTableWidth: "lg", className: "text-muted-foreground" },
      cell: ({ row }) => (row.original.note === "" ? "–" : <TruncatedText text={row.original.note} />),
    }),
    display({
      id: "created",
      header: "Since",
      meta: { width: "w-36", minTableWidth: "sm", className: "text-muted-foreground" },
      cell: ({ row }) => <Time at={row.original.createdAt} zone={zone} />,
    }),
    display({
      id: "acts",
      header: "Acts",
      meta: { width: "w-12", hideLabel: true, className: "px-0 text-center" },
      cell: ({ row }) => <SuppressionActions suppression={row.original} mayEdit={mayEdit} />,
    }),
  ]);
