"use client";

import { MailCheck } from "lucide-react";
import { type Column, timeColumn } from "@/components/list/columns";
import { ListFilters } from "@/components/list/list-filters";
import { ListPage } from "@/components/list/list-page";
import { useList } from "@/components/list/use-list";
import { CellLink } from "@/components/ui/link";
import { TruncatedText } from "@/components/ui/text";
import type { SavedEmailRecord } from "@/contract/messages";
import { leadPath, sendPath } from "@/lib/routes";
import { savedEmailsList } from "./definition";
import { labels } from "./labels";
import { SavedEmailsNotice, SendsTabs } from "./saved-emails";
import { savedEmailKindLabels, savedLabels } from "./saved-labels";
import { savedSkipReasonLabels } from "./skip-reason-labels";
import { DeliveryStatus } from "./status";

const { columns: headers } = savedLabels;
const { columns: emailHeaders } = labels.deliveries;

const savedEmailId = ({ id }: SavedEmailRecord) => id;
const savedEmailName = ({ email, kind }: SavedEmailRecord) => `${savedEmailKindLabels[kind]}, ${email}`;
const rowLink = { href: ({ email }: SavedEmailRecord) => leadPath(email) };

/** The page that lists the emails that were saved to files, and those that weren't sent since and why. */
export function SavedEmailsView() {
  const list = useList(savedEmailsList);
  return (
    <ListPage
      list={list}
      title={savedLabels.title}
      description={savedLabels.description}
      tabs={
        <>
          <SendsTabs />
          <SavedEmailsNotice />
        </>
      }
      filters={<ListFilters list={list} />}
      columns={savedEmailColumns(list.zone)}
      getRowId={savedEmailId}
      getRowName={savedEmailName}
      rowOpening={rowLink}
      emptyState={{ icon: MailCheck, ...savedLabels.emptyList }}
    />
  );
}

/** The columns of the saved emails. */
const savedEmailColumns = (zone: string): Column<SavedEmailRecord>[] => [
  {
    id: "email",
    header: emailHeaders.email,
    className: "min-w-40",
    cell: ({ email, kind, skipReason }) => (
      <span className="grid min-w-0">
        <TruncatedText text={email} mono />
        <span className="truncate text-2sm text-muted-foreground @min-[37rem]:hidden">
          {skipReason === null ? savedEmailKindLabels[kind] : savedSkipReasonLabels[skipReason]}
        </span>
      </span>
    ),
  },
  {
    id: "kind",
    header: headers.kind,
    width: "w-36",
    minTableWidth: "md",
    cell: ({ kind, send }) =>
      send === null ? (
        <span className="text-muted-foreground">{savedEmailKindLabels[kind]}</span>
      ) : (
        <CellLink href={sendPath(send)}>{savedEmailKindLabels[kind]}</CellLink>
      ),
  },
  {
    id: "status",
    header: emailHeaders.status,
    width: "w-36",
    cell: (email) => <DeliveryStatus delivery={{ ...email, error: null, nextAttemptAt: null }} zone={zone} />,
  },
  {
    id: "reason",
    header: headers.reason,
    width: "w-44",
    minTableWidth: "md",
    cell: ({ skipReason }) => skipReason !== null && savedSkipReasonLabels[skipReason],
  },
  timeColumn({ id: "updated", header: headers.updated, width: "w-36", minTableWidth: "wide" }, ({ updatedAt }) => updatedAt),
];
