"use client";

import { useQuery } from "@tanstack/react-query";
import { type ComponentType, useId, useState } from "react";
import type { Action, DialogProps } from "@/components/ui/actions";
import { ConfirmAction, type Confirmation } from "@/components/ui/confirm";
import { lazy, useLazy } from "@/components/ui/lazy";
import type { SelectionState } from "./selection";

/** The rows of a bulk action: what they are called, such as "12 leads", and how many they are, as the total of a list. */
export type BulkRows = { name: string; size: string };

export type BulkDialogProps = DialogProps & { rows: BulkRows };

/** What can be done with the selected rows of a list: something after a confirmation, which loads when it is needed, or a dialog. */
export type BulkAction = Pick<Action, "label" | "icon" | "destructive"> &
  ({ confirm: () => Promise<(rows: BulkRows) => Confirmation>; run: () => Promise<unknown> } | { dialog: ComponentType<BulkDialogProps> });

export type SelectedRows = {
  selection: Pick<SelectionState, "value" | "size">;
  /** Names this many rows, such as "12 leads". */
  getName: (size: string) => string;
  /** Counts all that match the filters, however many there are. */
  count: () => Promise<string>;
};

type Props = DialogProps & { selected: SelectedRows; action: BulkAction };

/** The dialog of a bulk action. */
export function BulkDialog({ selected: { selection, getName, count }, action, ...dialog }: Props) {
  const isCapped = selection.value.kind === "all" && selection.size.endsWith("+");
  const size = useCountOnce(count, isCapped) ?? selection.size;
  const rows = { name: getName(size), size };
  return "dialog" in action ? <action.dialog {...dialog} rows={rows} /> : <BulkConfirmation {...dialog} {...action} rows={rows} />;
}

/** Counts rows once, because the texts of a dialog must not change while its action changes the rows. Undefined until then. */
export function useCountOnce(count: () => Promise<string>, isNeeded: boolean): string | undefined {
  const { data } = useQuery({
    queryKey: ["count", useId()],
    queryFn: count,
    enabled: ({ state }) => isNeeded && state.data === undefined,
  });
  return data;
}

type BulkConfirmationProps = BulkDialogProps & Extract<BulkAction, { confirm: unknown }>;

function BulkConfirmation({ rows, confirm, run, open, onClose }: BulkConfirmationProps) {
  const [texts] = useState(() => lazy(confirm));
  const toConfirmation = useLazy(texts, open, onClose);
  return toConfirmation && <ConfirmAction {...toConfirmation(rows)} open={open} onClose={onClose} run={run} />;
}
