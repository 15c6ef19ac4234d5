"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { DialogProps } from "@/components/ui/actions";
import { ConfirmAction } from "@/components/ui/confirm";
import { lazy, useLazy } from "@/components/ui/lazy";
import type { BulkAction, BulkDialogProps, SelectedRows } from "./bulk-actions";

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
