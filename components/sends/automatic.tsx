"use client";

import { useQuery } from "@tanstack/react-query";
import { MailCheck, RotateCcw } from "lucide-react";
import { apiPageQuery } from "@/components/api-query";
import { WaveFilter } from "@/components/leads";
import { type Column, linkColumn, timeColumn } from "@/components/list/columns";
import type { FilterQuery } from "@/components/list/definition";
import { type FilterControls, ListFilters } from "@/components/list/list-filters";
import { ListPage } from "@/components/list/list-page";
import { type Selection, useSelection } from "@/components/list/selection";
import { useList } from "@/components/list/use-list";
import { useCan } from "@/components/shell/session";
import { type Action, ActionButton } from "@/components/ui/actions";
import { TruncatedText } from "@/components/ui/text";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import type { CallInput } from "@/contract/call";
import { pendingStatuses } from "@/contract/enums";
import type { AutomaticEmailRecord } from "@/contract/messages";
import { codePath, leadPath } from "@/lib/routes";
import { messagesList } from "./definition";
import { automaticEmailKindLabels, labels, retryResultMessage } from "./labels";
import { retryInterval } from "./polling";
import { SendsTabs } from "./saved-emails";
import { DeliveryStatus } from "./status";

type RetryMessagesRequest = CallInput<"POST /messages/retry">["body"];

const { automatic, deliveries: deliveryLabels, retryDialog } = labels;

const filterControls: FilterControls<"GET /messages"> = { wave: (filter) => <WaveFilter {...filter} /> };

const messageId = ({ id }: AutomaticEmailRecord) => id;
const messageName = ({ email, kind }: AutomaticEmailRecord) => `${automaticEmailKindLabels[kind]}, ${email}`;
const rowLink = { href: ({ email }: AutomaticEmailRecord) => leadPath(email) };

/** The page that lists the automatic emails. Refetched while one of them is pending. */
export function AutomaticEmailsView() {
  const list = useList(messagesList, {
    getRefetchInterval: (emails) => emails.some(({ status }) => pendingStatuses.includes(status)) && retryInterval,
  });
  const { filterQuery, total, zone } = list;
  const { wave } = filterQuery;
  const canRetry = useCan("POST /messages/retry");
  const selection = useSelection({ filterQuery, total });
  const failedQuery = { status: "failed", limit: "1", count: "capped", wave } as const;
  const failed = Number.parseInt(useQuery(apiPageQuery("GET /messages", { query: failedQuery })).data?.total ?? "0", 10);
  const { mutateAsync } = useApiMutation("POST /messages/retry", {
    changes: ["GET /messages"],
    onReply: (reply) => toast.success(retryResultMessage(reply)),
  });
  const retry = (body: RetryMessagesRequest, count: number | null): Action => ({
    label: labels.actions.retry,
    icon: RotateCcw,
    confirm: {
      title: retryDialog.title(count),
      consequence: automatic.retryConsequence,
      action: retryDialog.confirm(count),
      tone: "default",
    },
    run: () => mutateAsync({ body }),
  });
  const retryAll = wave === undefined ? {} : { filter: { wave } };
  return (
    <ListPage
      list={list}
      name="messages"
      title={automatic.title}
      headerActions={<ActionButton action={canRetry && failed > 0 && { ...retry(retryAll, failed), label: automatic.retryAll }} />}
      tabs={<SendsTabs />}
      filters={<ListFilters list={list} controls={filterControls} />}
      columns={messageColumns(zone)}
      getRowId={messageId}
      getRowName={messageName}
      rowOpening={rowLink}
      selection={canRetry ? selection : undefined}
      actions={[retry(retryRequest(filterQuery, selection.value), null)]}
      emptyState={{ icon: MailCheck, ...automatic.emptyList }}
    />
  );
}

/** The request that retries the failed emails of a selection. */
function retryRequest({ kind, email, wave }: FilterQuery<"GET /messages">, selection: Selection): RetryMessagesRequest {
  if (selection.kind === "some") return { messages: [...selection.ids] };
  return { filter: { ...(kind && { kind }), ...(email && { email }), ...(wave && { wave }) } };
}

const codeColumn = linkColumn<AutomaticEmailRecord>(
  { id: "code", header: deliveryLabels.columns.code, width: "w-36", minTableWidth: "wide" },
  ({ code }) => (code === null ? null : { href: codePath(code), text: code, mono: true }),
);

/** The columns of the automatic emails. */
const messageColumns = (zone: string): Column<AutomaticEmailRecord>[] => [
  {
    id: "email",
    header: deliveryLabels.columns.email,
    className: "min-w-40",
    cell: ({ email, kind }) => (
      <span className="grid min-w-0">
        <TruncatedText text={email} mono />
        <span className="truncate text-2sm text-muted-foreground @min-[37rem]:hidden">{automaticEmailKindLabels[kind]}</span>
      </span>
    ),
  },
  {
    id: "kind",
    header: automatic.columns.kind,
    width: "w-40",
    minTableWidth: "md",
    className: "text-muted-foreground",
    cell: ({ kind }) => automaticEmailKindLabels[kind],
  },
  codeColumn,
  {
    id: "status",
    header: deliveryLabels.columns.status,
    width: "w-36 sm:w-40",
    cell: (message) => <DeliveryStatus delivery={message} zone={zone} />,
  },
  {
    id: "error",
    header: deliveryLabels.columns.error,
    width: "w-48",
    minTableWidth: "wide",
    className: "text-muted-foreground",
    cell: ({ error }) => error !== null && <TruncatedText text={error} />,
  },
  timeColumn(
    { id: "created", header: labels.columns.created, width: "w-36", minTableWidth: "sm", fields: ["createdAt"] },
    ({ createdAt }) => createdAt,
  ),
];
