import { columnsOf } from "@/components/list/columns";
import { LongText } from "@/components/list/long-text";
import { Time } from "@/components/ui/time";
import type { SuppressionRecord } from "@/contract/suppressions";
import { SuppressionActs } from "./suppression-acts";
import { reasonWords } from "./words";

const { columns, display } = columnsOf<SuppressionRecord>();

/** What stands of a suppression in the table. */
export const columnsFor = (zone: string, mayEdit: boolean) =>
  columns([
    display({ id: "email", header: "Address", meta: { mono: true }, cell: ({ row }) => <LongText text={row.original.email} mono /> }),
    display({ id: "reason", header: "Reason", meta: { width: "w-32" }, cell: ({ row }) => reasonWords[row.original.reason] }),
    display({
      id: "note",
      header: "Note",
      meta: { width: "w-80", from: "lg", className: "text-muted-foreground" },
      cell: ({ row }) => (row.original.note === "" ? "–" : <LongText text={row.original.note} />),
    }),
    display({
      id: "created",
      header: "Since",
      meta: { width: "w-36", from: "sm", className: "text-muted-foreground" },
      cell: ({ row }) => <Time at={row.original.createdAt} zone={zone} />,
    }),
    display({
      id: "acts",
      header: "Acts",
      meta: { width: "w-12", quiet: true, className: "px-0 text-center" },
      cell: ({ row }) => <SuppressionActs suppression={row.original} mayEdit={mayEdit} />,
    }),
  ]);
