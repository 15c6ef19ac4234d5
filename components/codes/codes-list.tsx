"use client";

import { CalendarClock, Copy, Download, Mail, Pause, Play, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { downloadFile, downloadFromUrl } from "@/components/list/download";
import { ListTable } from "@/components/list/list-table";
import type { BulkAction } from "@/components/list/selection-bar";
import type { EmptyStateContent } from "@/components/list/table-states";
import { useList } from "@/components/list/use-list";
import { type SelectionState, useSelection } from "@/components/list/use-selection";
import { useOpenSendDialog } from "@/components/sends/send-dialog-from-url";
import { useCan } from "@/components/shell/use-can";
import { lazyDialog } from "@/components/ui/lazy";
import { toast } from "@/components/ui/toast";
import { showErrorToast } from "@/components/use-api-mutation";
import { callFile, callUrl } from "@/contract/call";
import type { CodeAction } from "@/contract/code-updates";
import type { CodeRecord } from "@/contract/codes";
import { codePath } from "@/lib/routes";
import { CodesFilterBar } from "./codes-filter-bar";
import { codeColumns } from "./columns";
import { copyCodes, fetchMatchingCodes } from "./copy-codes";
import type { CodeFilterQuery, CodesUrlState } from "./filters";
import { labels } from "./labels";
import { codesQuery } from "./queries";

const SelectionDialogs = lazyDialog(() => import("./selection-dialogs").then((dialogs) => dialogs.SelectionDialogs));

/** Reads the list of codes that the URL describes. */
export const useCodes = (urlState: CodesUrlState) => useList(urlState, codesQuery);

type CodesListProps = {
  list: ReturnType<typeof useCodes>;
  /** Whether the list is part of a batch's page. */
  isBatchPage?: boolean;
  emptyState: EmptyStateContent;
};

const codeKey = ({ code }: CodeRecord) => code;
const rowLink = { href: ({ code }: CodeRecord) => codePath(code) };

/** A list of codes with filters and bulk actions. */
export function CodesList({ list, isBatchPage = false, emptyState }: CodesListProps) {
  const { filterQuery, total, zone } = list;
  const selection = useSelection({ filterQuery, total });
  const [action, setAction] = useState<CodeAction | null>(null);
  const columns = useMemo(() => codeColumns(zone, { isBatchPage }), [zone, isBatchPage]);
  return (
    <>
      <CodesFilterBar list={list} isBatchPage={isBatchPage} />
      <ListTable
        list={list}
        label={labels.title}
        columns={columns}
        getRowId={codeKey}
        rowOpening={rowLink}
        selection={selection}
        actions={useSelectionActions({ selection, filterQuery, onAction: setAction })}
        emptyState={emptyState}
      />
      <SelectionDialogs
        open={action !== null}
        action={action}
        onClose={() => setAction(null)}
        selection={selection}
        filterQuery={filterQuery}
      />
    </>
  );
}

type SelectionActionsOptions = { selection: SelectionState; filterQuery: CodeFilterQuery; onAction: (action: CodeAction) => void };

/** The bulk actions of a selection. Viewers can only copy and export. */
function useSelectionActions({ selection: { value }, filterQuery, onAction }: SelectionActionsOptions): BulkAction[] {
  const openSendDialog = useOpenSendDialog();
  const canUpdate = useCan("POST /codes/bulk");
  const [first, ...others] = value.kind === "some" ? value.ids : [];
  const copy: BulkAction = { label: labels.copy, icon: Copy, onSelect: () => void copySelected(value, filterQuery) };
  const readOnlyActions: BulkAction[] = [
    copy,
    { label: labels.export, icon: Download, onSelect: () => exportSelected(value, filterQuery) },
  ];
  if (!canUpdate) return readOnlyActions;
  return [
    // A send takes one code.
    ...(first !== undefined && others.length === 0 ? [{ label: labels.send, icon: Mail, onSelect: () => openSendDialog(first) }] : []),
    { label: labels.pause, icon: Pause, onSelect: () => onAction("pause") },
    { label: labels.resume, icon: Play, onSelect: () => onAction("resume") },
    { label: labels.extend, icon: CalendarClock, onSelect: () => onAction("extend") },
    ...readOnlyActions,
    { label: labels.delete, icon: Trash2, destructive: true, onSelect: () => onAction("delete") },
  ];
}

function exportSelected(value: SelectionState["value"], filterQuery: CodeFilterQuery): void {
  const query = { format: "csv" } as const;
  if (value.kind === "all") downloadFromUrl(callUrl("GET /codes", { query: { ...filterQuery, ...query } }));
  else void downloadFile(callFile("POST /codes/lookup", { query, body: { codes: [...value.ids] } }));
}

async function copySelected(value: SelectionState["value"], filterQuery: CodeFilterQuery): Promise<void> {
  if (value.kind === "some") return copyCodes(value.ids);
  try {
    const codes = await fetchMatchingCodes(filterQuery);
    if (codes !== null) return await copyCodes(codes);
    toast.error(labels.copyToast.tooMany, { description: labels.copyToast.tooManyDescription });
  } catch (error) {
    showErrorToast(labels.copyToast.failed)(error);
  }
}
