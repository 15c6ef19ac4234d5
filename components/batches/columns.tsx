import { codeTypeLabels } from "@/components/codes/labels";
import { Validity } from "@/components/codes/validity";
import { createColumns } from "@/components/list/columns";
import { TruncatedText } from "@/components/list/truncated-text";
import { Time } from "@/components/ui/time";
import { UsageBar } from "@/components/ui/usage-bar";
import type { BatchRecord } from "@/contract/batches";
import { BatchStatus } from "./batch-status";
import { batchCreatorName, batchName, labels } from "./labels";

const { columns: headers } = labels;

const { columns, display } = createColumns<BatchRecord>();

/** The columns of the batches table. */
export const batchColumns = (zone: string) =>
  columns([
    display({ id: "name", header: headers.name, cell: ({ row }) => <TruncatedText text={batchName(row.original)} /> }),
    display({
      id: "status",
      header: headers.status,
      meta: { width: "w-28", minTableWidth: "sm" },
      cell: ({ row }) => <BatchStatus batch={row.original} />,
    }),
    display({
      id: "codes",
      header: headers.codes,
      meta: { width: "w-24", numeric: true },
      cell: ({ row }) => row.original.codeCount.toLocaleString("en"),
    }),
    display({
      id: "uses",
      header: headers.used,
      meta: { width: "w-36", minTableWidth: "sm" },
      cell: ({ row }) => (
        <UsageBar
          used={row.original.claims}
          total={row.original.totalAllowedClaims}
          title={labels.usage(row.original.claims, row.original.totalAllowedClaims)}
        />
      ),
    }),
    display({
      id: "type",
      header: headers.type,
      meta: { width: "w-32", minTableWidth: "lg" },
      cell: ({ row }) => codeTypeLabels[row.original.type].label,
    }),
    display({
      id: "validity",
      header: headers.validity,
      meta: { width: "w-40", minTableWidth: "lg" },
      cell: ({ row }) => <Validity period={row.original} zone={zone} />,
    }),
    display({
      id: "createdBy",
      header: headers.createdBy,
      meta: { width: "w-36", minTableWidth: "wide", className: "text-muted-foreground" },
      cell: ({ row }) => <TruncatedText text={batchCreatorName(row.original) ?? "–"} />,
    }),
    display({
      id: "created",
      header: headers.created,
      meta: { width: "w-32", minTableWidth: "md", className: "text-muted-foreground" },
      cell: ({ row }) => <Time at={row.original.createdAt} zone={zone} />,
    }),
  ]);
