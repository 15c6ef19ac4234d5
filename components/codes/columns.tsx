"use client";

import { batchName } from "@/components/batches";
import type { Column } from "@/components/list/columns";
import { CellLink } from "@/components/ui/link";
import { UsageBar } from "@/components/ui/progress";
import { TruncatedText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { CodeRecord } from "@/contract/codes";
import { batchPath, leadPath } from "@/lib/routes";
import { labels } from "./labels";
import { CodeStatus, Validity } from "./validity";

const { columns: headers } = labels;

const batchColumn: Column<CodeRecord> = {
  id: "batch",
  header: headers.batch,
  width: "w-40",
  minTableWidth: "lg",
  cell: ({ batch }) => (
    <CellLink href={batchPath(batch.id)}>
      <TruncatedText text={batchName(batch)} />
    </CellLink>
  ),
};

/** The columns of the codes table. A batch's page leaves out the batch. */
export const codeColumns = (zone: string, { isBatchPage }: { isBatchPage: boolean }): Column<CodeRecord>[] => [
  { id: "code", header: headers.code, mono: true, cell: (code) => <TruncatedText text={code.code} mono /> },
  {
    id: "status",
    header: headers.status,
    width: "w-32",
    cell: (code) => <CodeStatus status={code.status} />,
  },
  {
    id: "uses",
    header: headers.uses,
    width: "w-32",
    minTableWidth: "sm",
    cell: (code) => <UsageBar used={code.claims} total={code.allowedClaims} title={labels.usage(code.claims, code.allowedClaims)} />,
  },
  {
    id: "validUntil",
    header: headers.validity,
    width: "w-44",
    minTableWidth: "md",
    cell: (code) => <Validity period={code} zone={zone} />,
  },
  {
    id: "reservedFor",
    header: headers.reservedFor,
    width: "w-48",
    minTableWidth: "wide",
    cell: (code) => <ReservedForCell code={code} />,
  },
  ...(isBatchPage ? [] : [batchColumn]),
  {
    id: "created",
    header: headers.created,
    width: "w-32",
    minTableWidth: isBatchPage ? "lg" : "wide",
    className: "text-muted-foreground",
    cell: (code) => <Time at={code.createdAt} zone={zone} />,
  },
];

function ReservedForCell({ code: { reservedFor } }: { code: CodeRecord }) {
  if (reservedFor === null) return null;
  return (
    <CellLink href={leadPath(reservedFor.email)}>
      <TruncatedText text={reservedFor.email} mono />
    </CellLink>
  );
}
