"use client";

import { Boxes, Plus } from "lucide-react";
import { actorName } from "@/components/activity";
import { codeTypeLabels, usageLabel, Validity } from "@/components/codes";
import { type Column, countColumn, textColumn, timeColumn } from "@/components/list/columns";
import { ListFilters } from "@/components/list/list-filters";
import { ListPage } from "@/components/list/list-page";
import { useList } from "@/components/list/use-list";
import { useCan } from "@/components/shell/session";
import { ButtonLink } from "@/components/ui/button";
import { UsageBar } from "@/components/ui/progress";
import { Status } from "@/components/ui/status";
import { WrappedName } from "@/components/ui/text";
import { useNow } from "@/components/ui/time";
import type { BatchRecord } from "@/contract/batches";
import { batchPath, routes } from "@/lib/routes";
import { batchesList } from "./definition";
import { batchName, labels } from "./labels";

const batchKey = ({ id }: BatchRecord) => id;
const rowLink = { href: ({ id }: BatchRecord) => batchPath(id) };

/** The page that lists all batches. */
export function BatchesView() {
  const list = useList(batchesList);
  const { zone } = list;
  const canGenerate = useCan("POST /batches");
  const columns = batchColumns(zone);
  const generate = canGenerate && (
    <ButtonLink href={routes.generate}>
      <Plus aria-hidden="true" /> {labels.generate}
    </ButtonLink>
  );
  return (
    <ListPage
      list={list}
      name="batches"
      title={labels.title}
      headerActions={generate}
      filters={<ListFilters list={list} />}
      columns={columns}
      getRowId={batchKey}
      getRowName={batchName}
      rowOpening={rowLink}
      emptyState={{ icon: Boxes, ...labels.emptyList, action: generate }}
    />
  );
}

const { columns: headers, status } = labels;

/** Returns the name of who created a batch, or null if that wasn't recorded. */
export const batchCreatorName = ({ createdBy }: Pick<BatchRecord, "createdBy">): string | null =>
  createdBy === null ? null : actorName({ ...createdBy, id: null });

/** The columns of the batches table. */
const batchColumns = (zone: string): Column<BatchRecord>[] => [
  { id: "name", header: headers.name, cell: (batch) => <WrappedName text={batchName(batch)} /> },
  {
    id: "status",
    header: headers.status,
    width: "w-28",
    minTableWidth: "sm",
    cell: (batch) => <BatchStatus batch={batch} />,
    fields: ["paused"],
  },
  countColumn({ id: "codes", header: headers.codes, width: "w-24" }, ({ codeCount }) => codeCount),
  {
    id: "uses",
    header: headers.used,
    width: "w-36",
    minTableWidth: "sm",
    cell: (batch) => (
      <UsageBar used={batch.claims} total={batch.totalAllowedClaims} title={usageLabel(batch.claims, batch.totalAllowedClaims)} />
    ),
    fields: ["claims", "totalAllowedClaims"],
  },
  {
    id: "type",
    header: headers.type,
    width: "w-32",
    minTableWidth: "lg",
    cell: (batch) => codeTypeLabels[batch.type].label,
  },
  {
    id: "validity",
    header: headers.validity,
    width: "w-40",
    minTableWidth: "lg",
    cell: (batch) => <Validity period={batch} zone={zone} />,
    fields: ["validFrom", "validUntil"],
  },
  textColumn(
    { id: "createdBy", header: headers.createdBy, width: "w-36", minTableWidth: "wide", className: "text-muted-foreground" },
    (batch) => batchCreatorName(batch) ?? "–",
  ),
  timeColumn({ id: "created", header: headers.created, width: "w-32", minTableWidth: "md" }, ({ createdAt }) => createdAt),
];

/** Shows the status of a batch as a whole. Its codes can have other statuses. */
export function BatchStatus({ batch: { paused, validFrom, validUntil, codeCount, totalAllowedClaims, claims } }: { batch: BatchRecord }) {
  const now = useNow();
  if (paused) return <Status tone="warning">{status.paused}</Status>;
  if (validUntil !== null && Date.parse(validUntil) <= now) return <Status tone="neutral">{status.expired}</Status>;
  if (codeCount === 0) return <Status tone="neutral">{status.empty}</Status>;
  if (claims >= totalAllowedClaims) return <Status tone="neutral">{status.usedUp}</Status>;
  if (validFrom !== null && Date.parse(validFrom) > now) return <Status tone="info">{status.scheduled}</Status>;
  return <Status tone="positive">{status.active}</Status>;
}
