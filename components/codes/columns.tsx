import { columnsOf } from "@/components/list/columns";
import { LongText } from "@/components/list/long-text";
import { CellLink } from "@/components/ui/cell-link";
import { Share } from "@/components/ui/share";
import { Time } from "@/components/ui/time";
import type { CodeRecord } from "@/contract/codes";
import { batchPage, leadPage } from "@/lib/routes";
import { CodeStatus } from "./code-status";
import { Validity } from "./validity";

const { columns, display } = columnsOf<CodeRecord>();

/** What stands of a code in the table; on a batch's own page every code is of it. */
export const codeColumns = (zone: string, { ofBatch }: { ofBatch: boolean }) =>
  columns([
    display({ id: "code", header: "Code", meta: { mono: true }, cell: ({ row }) => <LongText text={row.original.code} mono /> }),
    display({ id: "status", header: "Status", meta: { width: "w-32" }, cell: ({ row }) => <CodeStatus status={row.original.status} /> }),
    display({
      id: "uses",
      header: "Uses",
      meta: { width: "w-32", from: "sm" },
      cell: ({ row }) => <Share part={row.original.claims} of={row.original.allowedClaims} noun="uses" />,
    }),
    display({
      id: "validUntil",
      header: "Validity",
      meta: { width: "w-44", from: "md" },
      cell: ({ row }) => <Validity of={row.original} zone={zone} />,
    }),
    display({
      id: "reservedFor",
      header: "Reserved for",
      meta: { width: "w-48", from: "wide" },
      cell: ({ row }) => <ReservedForCell code={row.original} />,
    }),
    ...(ofBatch
      ? []
      : [
          display({
            id: "batch",
            header: "Batch",
            meta: { width: "w-40", from: "lg" },
            cell: ({ row }) => <BatchCell of={row.original.batch} />,
          }),
        ]),
    display({
      id: "created",
      header: "Created",
      meta: { width: "w-32", from: ofBatch ? "lg" : "wide", className: "text-muted-foreground" },
      cell: ({ row }) => <Time at={row.original.createdAt} zone={zone} />,
    }),
  ]);

function ReservedForCell({ code: { reservedFor } }: { code: CodeRecord }) {
  if (reservedFor === null) return null;
  return (
    <CellLink href={leadPage(reservedFor.email)}>
      <LongText text={reservedFor.email} mono />
    </CellLink>
  );
}

function BatchCell({ of: { id, name } }: { of: CodeRecord["batch"] }) {
  return (
    <CellLink href={batchPage(id)}>
      <LongText text={name || "Unnamed"} />
    </CellLink>
  );
}
