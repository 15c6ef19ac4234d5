import { Validity } from "@/components/codes/validity";
import { codeTypeLabels } from "@/components/codes/labels";
import { createColumns } from "@/components/list/columns";
import { TruncatedText } from "@/components/list/truncated-text";
import { UsageBar } from "@/components/ui/usage-bar";
import { Time } from "@/components/ui/time";
import type { BatchRecord } from "@/contract/batches";
import { BatchStatus } from "./batch-status";
import { batchName, batchCreatorName } from "./labels";

const { columns, display } = createColumns<BatchRecord>();

/** What stands of a batch in the table. */
export const batchColumns = (zone: string) =>
  columns([
    display({ id: "name", header: "Name", cell: ({ row }) => <TruncatedText text={batchName(row.original)} /> }),
    display({ id: "status", header: "Status", meta: { width: "w-28", minTableWidth: "sm" }, cell: ({ row }) => <BatchStatus batch={row.original} /> }),
    display({
      id: "codes",
      header: "Codes",
      meta: { width: "w-24", numeric: true },
      cell: ({ row }) => row.original.codeCount.toLocaleString("en"),
    }),
    display({
      id: "uses",
      header: "Used",
      meta: { width: "w-36", minTableWidth: "sm" },
      cell: ({ row }) => <UsageBar used={row.original.claims} total={row.original.totalAllowedClaims} noun="uses" />,
    }),
    display({
      id: "type",
      header: "Type",
      meta: { width: "w-32", minTableWidth: "lg" },
      cell: ({ row }) => codeTypeLabels[row.original.type].label,
    }),
    display({
      id: "validity",
      header: "Validity",
      meta: { width: "w-40", minTableWidth: "lg" },
      cell: ({ row }) => <Validity period={row.original} zone={zone} />,
    }),
    display({
      id: "by",
      header: "By",
      meta: { width: "w-36", minTableWidth: "wide", className: "text-muted-foreground" },
      cell: ({ row }) => <TruncatedText text={batchCreatorName(row.original) ?? "–"} />,
    }),
    display({
      id: "created",
      header: "Created",
      meta: { width: "w-32", minTableWidth: "md", className: "text-muted-foreground" },
      cell: ({ row }) => <Time at={row.original.createdAt} zone={zone} />,
    }),
  ]);
