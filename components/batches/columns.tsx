import { Validity } from "@/components/codes/validity";
import { codeTypeLabels } from "@/components/codes/labels";
import { columnsOf } from "@/components/list/columns";
import { LongText } from "@/components/list/long-text";
import { Share } from "@/components/ui/share";
import { Time } from "@/components/ui/time";
import type { BatchRecord } from "@/contract/batches";
import { BatchStatus } from "./batch-status";
import { batchName, batchCreatorName } from "./labels";

const { columns, display } = columnsOf<BatchRecord>();

/** What stands of a batch in the table. */
export const batchColumns = (zone: string) =>
  columns([
    display({ id: "name", header: "Name", cell: ({ row }) => <LongText text={batchName(row.original)} /> }),
    display({ id: "status", header: "Status", meta: { width: "w-28", from: "sm" }, cell: ({ row }) => <BatchStatus of={row.original} /> }),
    display({
      id: "codes",
      header: "Codes",
      meta: { width: "w-24", numeric: true },
      cell: ({ row }) => row.original.codeCount.toLocaleString("en"),
    }),
    display({
      id: "uses",
      header: "Used",
      meta: { width: "w-36", from: "sm" },
      cell: ({ row }) => <Share part={row.original.claims} of={row.original.totalAllowedClaims} noun="uses" />,
    }),
    display({
      id: "type",
      header: "Type",
      meta: { width: "w-32", from: "lg" },
      cell: ({ row }) => codeTypeLabels[row.original.type].label,
    }),
    display({
      id: "validity",
      header: "Validity",
      meta: { width: "w-40", from: "lg" },
      cell: ({ row }) => <Validity of={row.original} zone={zone} />,
    }),
    display({
      id: "by",
      header: "By",
      meta: { width: "w-36", from: "wide", className: "text-muted-foreground" },
      cell: ({ row }) => <LongText text={batchCreatorName(row.original) ?? "–"} />,
    }),
    display({
      id: "created",
      header: "Created",
      meta: { width: "w-32", from: "md", className: "text-muted-foreground" },
      cell: ({ row }) => <Time at={row.original.createdAt} zone={zone} />,
    }),
  ]);
