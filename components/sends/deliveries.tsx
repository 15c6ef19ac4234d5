"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { apiQuery, cachedItems } from "@/components/api-query";
import { type Column, linkColumn, timeColumn } from "@/components/list/columns";
import { FilterBar } from "@/components/list/filters";
import { ListFilters } from "@/components/list/list-filters";
import { useListExport } from "@/components/list/list-page";
import { useSelection } from "@/components/list/selection";
import { ListTable } from "@/components/list/table";
import type { List } from "@/components/list/use-list";
import { useCan } from "@/components/shell/session";
import { DetailsItem, DetailsList } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { TextLink } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/loading";
import { QueryState } from "@/components/ui/query-state";
import { TruncatedText } from "@/components/ui/text";
import type { DeliveryRecord } from "@/contract/deliveries";
import type { SendRecord } from "@/contract/sends";
import { absoluteTime } from "@/lib/dates";
import { codePath, leadPath } from "@/lib/routes";
import { useRetryAction } from "./dialogs";
import { describeNoEmails, describeStatus, labels } from "./labels";
import { retrySelection } from "./retry-selection";
import { DeliveryStatus } from "./status";

const { deliveries: deliveryLabels } = labels;
const { columns: headers, details } = deliveryLabels;

const deliveryId = ({ id }: DeliveryRecord) => id;
const deliveryEmail = ({ email }: DeliveryRecord) => email;

type DeliveriesTableProps = { send: SendRecord; list: List<"GET /sends/:id/deliveries"> };

/** The emails of a send with their status. */
export function DeliveriesTable({ send, list }: DeliveriesTableProps) {
  const { filterQuery, total, zone } = list;
  const client = useQueryClient();
  const selection = useSelection({ filterQuery, total });
  const retryAction = useRetryAction();
  const canRetry = useCan("POST /sends/:id/retry") && send.deliveries.failed > 0;
  const columns = deliveryColumns(send.kind, zone);
  const exports = useListExport({ name: "deliveries", list: { ...list, filterQuery: { ...filterQuery, send: send.id } }, columns });
  const fetched = cachedItems(client, "GET /sends/:id/deliveries", { params: { id: send.id } });
  const retry = retrySelection(send, filterQuery, selection.value, new Map(fetched.map((delivery) => [delivery.id, delivery])));
  return (
    <>
      <FilterBar list={list} end={exports.button}>
        <ListFilters list={list} />
      </FilterBar>
      <ListTable
        list={list}
        label={deliveryLabels.title}
        columns={columns}
        getRowId={deliveryId}
        getRowName={deliveryEmail}
        rowOpening={{ details: (delivery) => <DeliveryDetails delivery={delivery} zone={zone} /> }}
        selection={canRetry ? selection : undefined}
        actions={[{ ...retryAction(retry), disabled: retry.count === 0 }]}
        emptyState={{ icon: Send, title: deliveryLabels.empty, description: describeNoEmails(send).sentence }}
      />
    </>
  );
}

const emailColumn = linkColumn<DeliveryRecord>({ id: "email", header: headers.email, isMain: true }, ({ email }) => ({
  href: leadPath(email),
  text: email,
  mono: true,
}));

const codeColumn = linkColumn<DeliveryRecord>({ id: "code", header: headers.code, width: "w-48", minTableWidth: "md" }, ({ code }) => ({
  href: codePath(code ?? ""),
  text: code ?? "",
  mono: true,
}));

/** The columns of a send's emails. Personal codes have a column of their own. */
const deliveryColumns = (kind: SendRecord["kind"], zone: string): Column<DeliveryRecord>[] => [
  emailColumn,
  ...(kind === "invitation" ? [codeColumn] : []),
  { id: "status", header: headers.status, width: "w-36 sm:w-52", cell: (delivery) => <DeliveryStatus delivery={delivery} zone={zone} /> },
  {
    id: "error",
    header: headers.error,
    width: "w-72",
    minTableWidth: "wide",
    className: "text-muted-foreground",
    cell: (delivery) => delivery.error !== null && <TruncatedText text={delivery.error} />,
  },
  timeColumn({ id: "updated", header: headers.updated, width: "w-36", minTableWidth: "lg" }, ({ updatedAt }) => updatedAt),
];

type DeliveryDetailsProps = {
  delivery: DeliveryRecord;
  zone: string;
};

/** The details of one email. */
function DeliveryDetails({ delivery, zone }: DeliveryDetailsProps) {
  const { id, email, code, status, attempts, error, skipReason, createdAt, updatedAt, nextAttemptAt } = delivery;
  const formatTime = (at: string) => absoluteTime(new Date(at), zone);
  return (
    <DetailsList>
      <DetailsItem label={details.lead}>
        <TextLink translate="no" href={leadPath(email)} className="break-all font-mono text-2sm">
          {email}
        </TextLink>
      </DetailsItem>
      {code !== null && (
        <DetailsItem label={details.code}>
          <TextLink translate="no" href={codePath(code)} className="break-all font-mono text-2sm">
            {code}
          </TextLink>
        </DetailsItem>
      )}
      <DetailsItem label={details.status}>
        <DeliveryStatus delivery={delivery} zone={zone} />{" "}
        <span className="text-muted-foreground">{describeStatus(status, skipReason)}</span>
      </DetailsItem>
      {error !== null && (
        <DetailsItem label={details.error}>
          <q>{error}</q>
        </DetailsItem>
      )}
      {nextAttemptAt !== null && <DetailsItem label={details.nextAttempt}>{formatTime(nextAttemptAt)}</DetailsItem>}
      <DetailsItem label={details.attempts}>{attempts.toLocaleString("en")}</DetailsItem>
      <DetailsItem label={details.queued}>{formatTime(createdAt)}</DetailsItem>
      <DetailsItem label={details.updated}>{formatTime(updatedAt)}</DetailsItem>
      {status === "saved_to_file" && (
        <DetailsItem label={details.file}>
          <SavedFile id={id} />
        </DetailsItem>
      )}
      <DetailsItem label={details.messageId}>
        <CopyableValue text={id} copyTarget={details.messageIdCopyTarget} />
      </DetailsItem>
    </DetailsList>
  );
}

/** Where the file of a saved email is, if it is on this machine. */
function SavedFile({ id }: { id: string }) {
  return (
    <QueryState query={useQuery(apiQuery("GET /deliveries/:id/file", { params: { id } }))} loading={<Skeleton className="w-64" />}>
      {({ file }) => (file === null ? details.noFile : <CopyableValue text={file} copyTarget={details.fileCopyTarget} />)}
    </QueryState>
  );
}

function CopyableValue({ text, copyTarget }: { text: string; copyTarget: string }) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1">
      <span translate="no" className="break-all font-mono text-2sm">
        {text}
      </span>
      <CopyButton text={text} label={copyTarget} icon className="-my-1" />
    </span>
  );
}
