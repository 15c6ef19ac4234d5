"use client";

import { CalendarClock, Copy, Download, Mail, Pause, Play, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { ListTable } from "@/components/list/list-table";
import { saveFile, saveFrom } from "@/components/list/save-file";
import type { Act } from "@/components/list/selection-bar";
import type { Nothing } from "@/components/list/table-states";
import { useList } from "@/components/list/use-list";
import { type SelectionState, useSelection } from "@/components/list/use-selection";
import { useOpenSendDialog } from "@/components/sends/send-dialog-from-url";
import { useMay } from "@/components/shell/use-may";
import { dialogLater } from "@/components/ui/later";
import { toast } from "@/components/ui/toast";
import { tellFailure } from "@/components/use-change";
import { addressOf, callFile } from "@/contract/call";
import type { CodeAction } from "@/contract/code-updates";
import type { CodeRecord } from "@/contract/codes";
import { codePage } from "@/lib/routes";
import { CodesFilterBar } from "./codes-filter-bar";
import { codeColumns } from "./columns";
import { fetchMatchingCodes, copyCodes } from "./copy-codes";
import type { CodesUrlState, CodeFilterQuery } from "./filters";
import { codesQuery } from "./queries";

const SelectionDialogs = dialogLater(() => import("./selection-dialogs").then((dialogs) => dialogs.SelectionDialogs));

/** The codes that the page's address names. */
export const useCodes = (address: CodesUrlState) => useList(address, codesQuery);

type CodesListProps = {
  list: ReturnType<typeof useCodes>;
  /** All of them are of one batch, whose page this is. */
  ofBatch?: boolean;
  nothing: Nothing;
};

const codeKey = ({ code }: CodeRecord) => code;
const rowLink = { href: ({ code }: CodeRecord) => codePage(code) };

/** Codes with what narrows them, and with what can be done with those that are selected. */
export function CodesList({ list, ofBatch = false, nothing }: CodesListProps) {
  const { narrowing, total, zone } = list;
  const selection = useSelection({ narrowing, total });
  const [asked, setAsked] = useState<CodeAction | null>(null);
  const columns = useMemo(() => codeColumns(zone, { ofBatch }), [zone, ofBatch]);
  return (
    <>
      <CodesFilterBar list={list} ofBatch={ofBatch} />
      <ListTable
        list={list}
        label="Codes"
        columns={columns}
        rowId={codeKey}
        opens={rowLink}
        selection={selection}
        acts={useSelectionActions({ selection, narrowing, ask: setAsked })}
        nothing={nothing}
      />
      <SelectionDialogs open={asked !== null} asked={asked} onClose={() => setAsked(null)} selection={selection} narrowing={narrowing} />
    </>
  );
}

type SelectionActionsOptions = { selection: SelectionState; narrowing: CodeFilterQuery; ask: (what: CodeAction) => void };

/** What can be done with the codes that are selected; a viewer copies and exports. */
function useSelectionActions({ selection: { value }, narrowing, ask }: SelectionActionsOptions): Act[] {
  const send = useOpenSendDialog();
  const mayAct = useMay("POST /codes/act");
  const [only, ...others] = value.kind === "some" ? value.ids : [];
  const copy: Act = { label: "Copy", icon: Copy, onSelect: () => void copySelected(value, narrowing) };
  const kept: Act[] = [copy, { label: "Export", icon: Download, onSelect: () => exportSelected(value, narrowing) }];
  if (!mayAct) return kept;
  return [
    // One code is sent at a time.
    ...(only !== undefined && others.length === 0 ? [{ label: "Send", icon: Mail, onSelect: () => send(only) }] : []),
    { label: "Pause", icon: Pause, onSelect: () => ask("pause") },
    { label: "Resume", icon: Play, onSelect: () => ask("resume") },
    { label: "Extend", icon: CalendarClock, onSelect: () => ask("extend") },
    ...kept,
    { label: "Delete", icon: Trash2, destructive: true, onSelect: () => ask("delete") },
  ];
}

function exportSelected(value: SelectionState["value"], narrowing: CodeFilterQuery): void {
  const query = { format: "csv" } as const;
  if (value.kind === "all") saveFrom(addressOf("GET /codes", { query: { ...narrowing, ...query } }));
  else void saveFile(callFile("POST /codes/find", { query, body: { codes: [...value.ids] } }));
}

async function copySelected(value: SelectionState["value"], narrowing: CodeFilterQuery): Promise<void> {
  if (value.kind === "some") return copyCodes(value.ids);
  try {
    const codes = await fetchMatchingCodes(narrowing);
    if (codes !== null) return await copyCodes(codes);
    toast.error("These are too many to copy", { description: "More than 10,000 codes match: export them as CSV." });
  } catch (error) {
    tellFailure("The codes could not be copied")(error);
  }
}
