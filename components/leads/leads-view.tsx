"use client";

import { BadgeCheck, Download, ListMinus, ListPlus, Mail, MailPlus, Trash2, Users } from "lucide-react";
import { useMemo } from "react";
import { PageHeader } from "@/components/layout/page-header";
import { ExportLink } from "@/components/list/export-link";
import { ListTable } from "@/components/list/list-table";
import { saveFile, saveFrom } from "@/components/list/save-file";
import type { Selection } from "@/components/list/selection";
import { useList } from "@/components/list/use-list";
import { useSelection } from "@/components/list/use-selection";
import { useMay } from "@/components/shell/use-may";
import { dialogLater } from "@/components/ui/later";
import { addressOf, callFile } from "@/contract/call";
import type { LeadRecord } from "@/contract/leads";
import { countOf } from "@/lib/counts";
import { leadPage } from "@/lib/routes";
import { AddLead, AddLeadButton } from "./add-lead";
import { leadColumns } from "./columns";
import { leadsUrlState } from "./filters";
import { InviteMatchingDialog } from "./invite-matching-dialog";
import { LeadsFilterBar } from "./leads-filter-bar";
import { leadsQuery } from "./queries";
import { useSelectionAction, type SelectionAction } from "./use-selection-action";

const SelectionDialogs = dialogLater(() => import("./selection-dialogs").then((dialogs) => dialogs.SelectionDialogs));

const leadKey = ({ email }: LeadRecord) => email;
const rowLink = { href: ({ email }: LeadRecord) => leadPage(email) };

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
  if (selection.kind === "all") saveFrom(file);
  else void saveFile(callFile("POST /leads/find", { query: { format: "csv" }, body: { emails: [...selection.ids] } }));
}

/** Everybody who waits for a code, was sent one, or has claimed one. */
export function LeadsView() {
  const list = useList(leadsUrlState, leadsQuery);
  const { narrowing, total, zone } = list;
  const selection = useSelection({ narrowing, total });
  const { asked, isOpen, ask, close } = useSelectionAction(selection);
  const file = addressOf("GET /leads", { query: { ...narrowing, format: "csv" } });
  const mayAdd = useMay("POST /leads/create");
  const mayAct = useMay("POST /leads/act");
  const mayEdit = useMay("POST /leads/change");
  const areHeld = narrowing.standing === "held";
  const columns = useMemo(() => leadColumns({ zone, mayEdit, areHeld }), [zone, mayEdit, areHeld]);
  return (
    <>
      <Header total={total} file={file} mayAdd={mayAdd} />
      <LeadsFilterBar list={list} />
      <ListTable
        list={list}
        label="Leads"
        columns={columns}
        rowId={leadKey}
        opens={rowLink}
        selection={mayAct ? selection : undefined}
        acts={selectionActions(ask, () => exportSelected(selection.value, file), areHeld)}
        nothing={{
          icon: Users,
          title: "No leads yet",
          text: "Leads are the people who wait for a code. Your web site adds them with the public key, or you do.",
          action: mayAdd && <AddLeadButton />,
        }}
      />
      {mayAct && <SelectionDialogs asked={asked} open={isOpen} onClose={close} narrowing={narrowing} onDeleted={selection.clear} />}
      {mayAct && <InviteMatchingDialog narrowing={narrowing} total={total} />}
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
