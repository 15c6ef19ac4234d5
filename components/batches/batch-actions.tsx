"use client";

import { CalendarClock, Copy, Pause, Play, Trash2 } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import { copyCodes, fetchMatchingCodes, maxCopiedCodes } from "@/components/codes/copy-codes";
import { ExportLink } from "@/components/list/export-link";
import { useCan } from "@/components/shell/use-can";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/lazy";
import { MoreMenu } from "@/components/ui/more-menu";
import { showErrorToast } from "@/components/use-api-mutation";
import type { BatchRecord } from "@/contract/batches";
import { callUrl } from "@/contract/call";
import { labels } from "./labels";

const BatchDialogs = lazyDialog(() => import("./batch-dialogs").then((dialogs) => dialogs.BatchDialogs));

const { actions } = labels;

const batchDialogNames = ["pause", "extend", "delete"] as const;
export type BatchDialogName = (typeof batchDialogNames)[number];

/** The buttons and menu of a batch's page. The URL says which dialog is open. */
export function BatchActions({ batch }: { batch: BatchRecord }) {
  const [openDialog, setOpenDialog] = useQueryState("action", parseAsStringLiteral(batchDialogNames));
  const can = {
    extend: useCan("POST /batches/bulk"),
    pause: useCan("PATCH /batches/:batch"),
    delete: useCan("DELETE /batches/:batch"),
  };
  return (
    <div className="flex flex-wrap gap-2">
      {batch.codeCount > 0 && batch.codeCount <= maxCopiedCodes && <CopyAllButton batch={batch.id} />}
      <ExportLink href={callUrl("GET /codes", { query: { batch: batch.id, format: "csv" } })} />
      <BatchActionButtons paused={batch.paused} can={can} onAction={setOpenDialog} />
      {Object.values(can).includes(true) && (
        <BatchDialogs batch={batch} open={openDialog !== null} action={openDialog} onClose={() => setOpenDialog(null)} />
      )}
    </div>
  );
}

type BatchActionButtonsProps = {
  paused: boolean;
  can: Readonly<Record<BatchDialogName, boolean>>;
  onAction: (dialog: BatchDialogName) => Promise<unknown>;
};

function BatchActionButtons({ paused, can, onAction }: BatchActionButtonsProps) {
  return (
    <>
      {can.extend && (
        <Button variant="outline" onClick={() => void onAction("extend")}>
          <CalendarClock aria-hidden="true" /> {actions.extend}
        </Button>
      )}
      {(can.pause || can.delete) && (
        <MoreMenu variant="outline" label={actions.more}>
          {({ MenuItem, MenuSeparator }) => (
            <>
              {can.pause && (
                <MenuItem onSelect={() => void onAction("pause")}>
                  {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />} {paused ? actions.resume : actions.pause}
                </MenuItem>
              )}
              {can.delete && (
                <>
                  <MenuSeparator />
                  <MenuItem onSelect={() => void onAction("delete")} destructive>
                    <Trash2 aria-hidden="true" /> {actions.delete}
                  </MenuItem>
                </>
              )}
            </>
          )}
        </MoreMenu>
      )}
    </>
  );
}

function CopyAllButton({ batch }: { batch: string }) {
  const [pending, setPending] = useState(false);
  const copy = async () => {
    setPending(true);
    try {
      await copyCodes((await fetchMatchingCodes({ batch, since: undefined, until: undefined })) ?? []);
    } catch (error) {
      showErrorToast(actions.copyFailed)(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <Button variant="outline" pending={pending} onClick={() => void copy()}>
      <Copy aria-hidden="true" /> {actions.copyAll}
    </Button>
  );
}
