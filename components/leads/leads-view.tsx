"use client";

import { BadgeCheck, Download, ListMinus, ListPlus, Mail, MailPlus, Trash2, Users } from "lucide-react";
import { useMemo } from "react";
import { PageHeader } from "@/components/layout/page-header";
import { ExportLink } from "@/components/list/export-link";
import { ListTable } from "@/components/list/list-table";
import { downloadFile, downloadFromUrl } from "@/components/list/download";
import type { Selection } from "@/components/list/selection";
import { useList } from "@/components/list/use-list";
import { useSelection } from "@/components/list/use-selection";
import { useCan } from "@/components/shell/use-can";
import { lazyDialog } from "@/components/ui/lazy";
import { callUrl, callFile } from "@/contract/call";
import type { LeadRecord } from "@/contract/leads";
import { countOf } from "@/lib/counts";
import { leadPath } from "@/lib/routes";
import { AddLead, AddLeadButton } from "./add-lead";
import { leadColumns } from "./columns";
import { leadsUrlState } from "./filters";
import { InviteMatchingDialog } from "./invite-matching-dialog";
import { LeadsFilterBar } from "./leads-filter-bar";
import { leadsQuery } from "./queries";
import { useSelectionAction, type SelectionAction } from "./use-selection-action";

const SelectionDialogs = lazyDialog(() => import("./selection-dialogs").then((dialogs) => dialogs.SelectionDialogs));

const leadKey = ({ email }: LeadRecord) => email;
const rowLink = { href: ({ email }: LeadRecord) => leadPath(email) };

const selectionActions = (ask: (what: SelectionAction) => void, exportThem: () => void, isOfHeld: boolean) => [
  ...(isOfHeld ? [{ label: "Accept", icon: BadgeCheck, onSelect: () => ask("accept") }] : []),
  { label: "Send a code", icon: Mail, onSelect: () => ask("send") },
  { label: "Invite", icon: MailPlus, onSelect: () => ask("invite") },
  { label: "Put on waitlist", icon: ListPlus, onSelect: () => ask("join_waitlist") },
  { label: "Take off waitlist", icon: ListMinus, onSelect: () => ask("leave_waitlist") },
  { label: "Export", icon: Download, onSelect: exportThem },
  { label: "Delete", icon: Trash2, destructive: true, onSelect: () => ask("delete") },
];

/** Those who are named as a file, or all that match, whose file is at `file`. */
function exportSelected(selection: Selection, file: string): void {
  if (selection.kind === "all") downloadFromUrl(file);
  else void downloadFile(callFile("POST /leads/find", { query: { format: "csv" }, body: { emails: [...selection.ids] } }));
}

/** Everybody who waits for a code, was sent one, or has claimed one. */
export function LeadsView() {
  const list = useList(leadsUrlState, leadsQuery);
  const { filterQuery, total, zone } = list;
  const selection = useSelection({ filterQuery, total });
  const { pendingAction: asked, isOpen, startAction: ask, close } = useSelectionAction(selection);
  const file = callUrl("GET /leads", { query: { ...filterQuery, format: "csv" } });
  const mayAdd = useCan("POST /leads/create");
  const mayAct = useCan("POST /leads/act");
  const mayEdit = useCan("POST /leads/change");
  const areHeld = filterQuery.standing === "held";
  const columns = useMemo(() => leadColumns({ zone, mayEdit, areHeld }), [zone, mayEdit, areHeld]);
  return (
    <>
      <Header total={total} file={file} mayAdd={mayAdd} />
      <LeadsFilterBar list={list} />
      <ListTable
        list={list}
        label="Leads"
        columns={columns}
        getRowId={leadKey}
        rowOpening={rowLink}
        selection={mayAct ? selection : undefined}
        actions={selectionActions(ask, () => exportSelected(selection.value, file), areHeld)}
        emptyState={{
          icon: Users,
          title: "No leads yet",
          description: "Leads are the people who wait for a code. Your web site adds them with the public key, or you do.",
          action: mayAdd && <AddLeadButton />,
        }}
      />
      {mayAct && <SelectionDialogs pendingAction={asked} open={isOpen} onClose={close} filterQuery={filterQuery} onDeleted={selection.clear} />}
      {mayAct && <InviteMatchingDialog filterQuery={filterQuery} total={total} />}
      {mayAdd && <AddLead />}
    </>
  );
}

function Header({ total, file, mayAdd }: { total: string | undefined; file: string; mayAdd: boolean }) {
  return (
    <PageHeader
      title="Leads"
      count={total && countOf(total)}
      action={
        <div className="flex flex-wrap gap-2">
          <ExportLink href={file} />
          {mayAdd && <AddLeadButton />}
        </div>
      }
    />
  );
}
