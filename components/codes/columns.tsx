import { batchName } from "@/components/batches/labels";
import { createColumns } from "@/components/list/columns";
import { TruncatedText } from "@/components/list/truncated-text";
import { CellLink } from "@/components/ui/cell-link";
import { Time } from "@/components/ui/time";
import { UsageBar } from "@/components/ui/usage-bar";
import type { CodeRecord } from "@/contract/codes";
import { batchPath, leadPath } from "@/lib/routes";
import { CodeStatus } from "./code-status";
import { labels } from "./labels";
import { Validity } from "./validity";

const { columns: headers } = labels;

const { columns, display } = createColumns<CodeRecord>();

/** The columns of the codes table. A batch's page leaves out the batch. */
export const codeColumns = (zone: string, { isBatchPage }: { isBatchPage: boolean }) =>
  columns([
    display({ id: "code", header: headers.code, meta: { mono: true }, cell: ({ row }) => <TruncatedText text={row.original.code} mono /> }),
    display({
      id: "status",
      header: headers.status,
      meta: { width: "w-32" },
      cell: ({ row }) => <CodeStatus status={row.original.status} />,
    }),
    display({
      id: "uses",
      header: headers.uses,
      meta: { width: "w-32", minTableWidth: "sm" },
      cell: ({ row }) => (
        <UsageBar
          used={row.original.claims}
          total={row.original.allowedClaims}
          title={labels.usage(row.original.claims, row.original.allowedClaims)}
        />
      ),
    }),
    display({
      id: "validUntil",
      header: headers.validity,
      meta: { width: "w-44", minTableWidth: "md" },
      cell: ({ row }) => <Validity period={row.original} zone={zone} />,
    }),
    display({
      id: "reservedFor",
      header: headers.reservedFor,
      meta: { width: "w-48", minTableWidth: "wide" },
      cell: ({ row }) => <ReservedForCell code={row.original} />,
    }),
    ...(isBatchPage
      ? []
      : [
          display({
            id: "batch",
            header: headers.batch,
            meta: { width: "w-40", minTableWidth: "lg" },
            cell: ({ row }) => <BatchCell batch={row.original.batch} />,
          }),
        ]),
    display({
      id: "created",
      header: headers.created,
      meta: { width: "w-32", minTableWidth: isBatchPage ? "lg" : "wide", className: "text-muted-foreground" },
      cell: ({ row }) => <Time at={row.original.createdAt} zone={zone} />,
    }),
  ]);

function ReservedForCell({ code: { reservedFor } }: { code: CodeRecord }) {
  if (reservedFor === null) return null;
  return (
    <CellLink href={leadPath(reservedFor.email)}>
      <TruncatedText text={reservedFor.email} mono />
    </CellLink>
  );
}

function BatchCell({ batch: { id, name } }: { batch: CodeRecord["batch"] }) {
  return (
    <CellLink href={batchPath(id)}>
      <TruncatedText text={batchName({ name })} />
    </CellLink>
  );
}
