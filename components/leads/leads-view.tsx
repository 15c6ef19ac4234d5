"use client";

import { BadgeCheck, Download, ListMinus, ListPlus, Mail, MailPlus, Trash2, Users } from "lucide-react";
import { useMemo } from "react";
import { PageHeader } from "@/components/layout/page-header";
import { downloadFile, downloadFromUrl } from "@/components/list/download";
import { ExportLink } from "@/components/list/export-link";
import { ListTable } from "@/components/list/list-table";
import type { Selection } from "@/components/list/selection";
import { useList } from "@/components/list/use-list";
import { useSelection } from "@/components/list/use-selection";
import { useCan } from "@/components/shell/use-can";
import { lazyDialog } from "@/components/ui/lazy";
import { callFile, callUrl } from "@/contract/call";
import type { LeadRecord } from "@/contract/leads";
import { formatTotal } from "@/lib/plural";
import { leadPath } from "@/lib/routes";
import { AddLead, AddLeadButton } from "./add-lead";
import { leadColumns } from "./columns";
import { leadsUrlState } from "./filters";
import { InviteMatchingDialog } from "./invite-matching-dialog";
import { labels } from "./labels";
import { LeadsFilterBar } from "./leads-filter-bar";
import { leadsQuery } from "./queries";
import { type SelectionAction, useSelectionAction } from "./use-selection-action";

const SelectionDialogs = lazyDialog(() => import("./selection-dialogs").then((dialogs) => dialogs.SelectionDialogs));

const leadKey = ({ email }: LeadRecord) => email;
const rowLink = { href: ({ email }: LeadRecord) => leadPath(email) };

const selectionActions = (start: (action: SelectionAction) => void, exportSelection: () => void, isHeldList: boolean) => [
  ...(isHeldList ? [{ label: labels.selection.approve, icon: BadgeCheck, onSelect: () => start("approve") }] : []),
  { label: labels.selection.send, icon: Mail, onSelect: () => start("send") },
  { label: labels.selection.invite, icon: MailPlus, onSelect: () => start("invite") },
  { label: labels.selection.joinWaitlist, icon: ListPlus, onSelect: () => start("join_waitlist") },
  { label: labels.selection.leaveWaitlist, icon: ListMinus, onSelect: () => start("leave_waitlist") },
  { label: labels.selection.export, icon: Download, onSelect: exportSelection },
  { label: labels.selection.delete, icon: Trash2, destructive: true, onSelect: () => start("delete") },
];

/** Downloads the selected leads as CSV. `exportUrl` is the file of all matching leads. */
function exportSelected(selection: Selection, exportUrl: string): void {
  if (selection.kind === "all") downloadFromUrl(exportUrl);
  else void downloadFile(callFile("POST /leads/lookup", { query: { format: "csv" }, body: { emails: [...selection.ids] } }));
}

/** The page that lists all leads. */
export function LeadsView() {
  const list = useList(leadsUrlState, leadsQuery);
  const { filterQuery, total, zone } = list;
  const selection = useSelection({ filterQuery, total });
  const { pendingAction, isOpen, startAction, close } = useSelectionAction(selection);
  const exportUrl = callUrl("GET /leads", { query: { ...filterQuery, format: "csv" } });
  const canAdd = useCan("POST /leads/create");
  const canUpdate = useCan("POST /leads/bulk");
  const canEdit = useCan("PATCH /leads/email/:email");
  const isHeldList = filterQuery.status === "held";
  const columns = useMemo(() => leadColumns({ zone, canEdit, isHeldList }), [zone, canEdit, isHeldList]);
  return (
    <>
      <Header total={total} exportUrl={exportUrl} canAdd={canAdd} />
      <LeadsFilterBar list={list} />
      <ListTable
        list={list}
        label={labels.title}
        columns={columns}
        getRowId={leadKey}
        rowOpening={rowLink}
        selection={canUpdate ? selection : undefined}
        actions={selectionActions(startAction, () => exportSelected(selection.value, exportUrl), isHeldList)}
        emptyState={{
          icon: Users,
          ...labels.emptyList,
          action: canAdd && <AddLeadButton />,
        }}
      />
      {canUpdate && (
        <SelectionDialogs
          pendingAction={pendingAction}
          open={isOpen}
          onClose={close}
          filterQuery={filterQuery}
          onDeleted={selection.clear}
        />
      )}
      {canUpdate && <InviteMatchingDialog filterQuery={filterQuery} total={total} />}
      {canAdd && <AddLead />}
    </>
  );
}

function Header({ total, exportUrl, canAdd }: { total: string | undefined; exportUrl: string; canAdd: boolean }) {
  return (
    <PageHeader
      title={labels.title}
      count={total && formatTotal(total)}
      action={
        <div className="flex flex-wrap gap-2">
          <ExportLink href={exportUrl} />
          {canAdd && <AddLeadButton />}
        </div>
      }
    />
  );
}
