"use client";

import { batchName } from "@/components/batches";
import { type Column, linkColumn, timeColumn } from "@/components/list/columns";
import { TagsCell } from "@/components/tags";
import { UsageBar } from "@/components/ui/progress";
import { TruncatedText } from "@/components/ui/text";
import type { CodeRecord } from "@/contract/codes";
import { batchPath, leadPath } from "@/lib/routes";
import { labels, usageLabel } from "./labels";
import { CodeStatus, Validity } from "./validity";

const { columns: headers } = labels;

const batchColumn = linkColumn<CodeRecord>({ id: "batch", header: headers.batch, width: "w-40", minTableWidth: "lg" }, ({ batch }) => ({
  href: batchPath(batch.id),
  text: batchName(batch),
}));

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
    cell: (code) => <UsageBar used={code.claims} total={code.allowedClaims} title={usageLabel(code.claims, code.allowedClaims)} />,
  },
  {
    id: "validUntil",
    header: headers.validity,
    width: "w-44",
    minTableWidth: "md",
    cell: (code) => <Validity period={code} zone={zone} />,
  },
  linkColumn(
    { id: "reservedFor", header: headers.reservedFor, width: "w-44", minTableWidth: "wide" },
    ({ reservedFor }) => reservedFor && { href: leadPath(reservedFor.email), text: reservedFor.email, mono: true },
  ),
  ...(isBatchPage ? [] : [batchColumn]),
  {
    id: "tags",
    header: headers.tags,
    width: "w-32",
    minTableWidth: isBatchPage ? "wide" : "max",
    cell: ({ tags }) => <TagsCell tags={tags} />,
  },
  timeColumn(
    { id: "created", header: headers.created, width: "w-32", minTableWidth: isBatchPage ? "lg" : "wide" },
    zone,
    ({ createdAt }) => createdAt,
  ),
];
