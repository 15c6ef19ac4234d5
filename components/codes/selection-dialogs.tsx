"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmMutation } from "@/components/confirm-mutation";
import type { SelectionState } from "@/components/list/use-selection";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import type { CodeAction } from "@/contract/code-updates";
import { ExtendForm } from "./extend-form";
import type { CodeFilterQuery } from "./filters";
import { bulkConfirmations, codeTotalLabel, labels } from "./labels";
import { useBulkUpdateCodes } from "./mutations";
import { codeCountQuery } from "./queries";
import { countSelectedClaims, selectedCodes } from "./selected-codes";

const { extendDialog, deleteConfirmText } = labels;

type SelectionDialogsProps = {
  open: boolean;
  action: CodeAction | null;
  onClose: () => void;
  selection: SelectionState;
  filterQuery: CodeFilterQuery;
};

/** The dialogs of the bulk actions on codes. */
export function SelectionDialogs({ open, action, ...rest }: SelectionDialogsProps) {
  const summary = useSelectionSummary(rest, open);
  return (
    <>
      <ConfirmBulkActionDialog action="pause" open={action === "pause"} summary={summary} {...rest} />
      <ConfirmBulkActionDialog action="resume" open={action === "resume"} summary={summary} {...rest} />
      <ConfirmBulkActionDialog action="delete" open={action === "delete"} summary={summary} {...rest} />
      <ExtendDialog open={action === "extend"} summary={summary} {...rest} />
    </>
  );
}

type SelectionProps = Omit<SelectionDialogsProps, "open" | "action">;
/** The selection in words: the code itself if there is only one. */
type SelectionSummary = { name: string; isMultiple: boolean };
type DialogProps = SelectionProps & { open: boolean; summary: SelectionSummary };

/** Describes the selection. If the list's total is capped, counts all matching codes first. */
function useSelectionSummary({ selection: { value, size }, filterQuery }: SelectionProps, isOpen: boolean): SelectionSummary {
  const isCapped = value.kind === "all" && size.endsWith("+");
  const { data } = useQuery({ ...codeCountQuery(filterQuery), enabled: isOpen && isCapped });
  const total = isCapped && data !== undefined ? data : size;
  const [firstCode] = value.kind === "some" ? value.ids : [];
  const current: SelectionSummary = {
    name: total === "1" && firstCode !== undefined ? firstCode : codeTotalLabel(total),
    isMultiple: total !== "1",
  };
  const [lastShown, setLastShown] = useState(current);
  // The text must not change while the dialog closes.
  if (isOpen && current.name !== lastShown.name) setLastShown(current);
  return isOpen ? current : lastShown;
}

type ConfirmBulkActionDialogProps = DialogProps & { action: keyof typeof bulkConfirmations };

function ConfirmBulkActionDialog({ action, open, onClose, selection, filterQuery, summary }: ConfirmBulkActionDialogProps) {
  const client = useQueryClient();
  const { title, consequence } = bulkConfirmations[action];
  const isDelete = action === "delete";
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={title(summary.name)}
      consequence={consequence(summary.isMultiple, open ? countSelectedClaims(client, selection.value) : null)}
      action={labels[action]}
      tone={isDelete ? "destructive" : "default"}
      confirmText={isDelete && summary.isMultiple ? deleteConfirmText : undefined}
      mutation={useBulkUpdateCodes()}
      input={{ action, ...selectedCodes(selection.value, filterQuery) }}
      // Deleted codes can't stay selected.
      onSuccess={isDelete ? selection.clear : undefined}
    />
  );
}

function ExtendDialog({ open, onClose, selection, filterQuery, summary }: DialogProps) {
  const { mutateAsync } = useBulkUpdateCodes();
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent
        title={extendDialog.title(summary.name)}
        description={summary.isMultiple ? extendDialog.descriptionForMany : extendDialog.description}
      >
        <ExtendForm
          usesHint={extendDialog.usesHintForMany}
          onExtend={async (extension) => {
            await mutateAsync({ action: "extend", ...selectedCodes(selection.value, filterQuery), ...extension });
            onClose();
          }}
        />
      </DialogContent>
    </Dialog>
  );
}
