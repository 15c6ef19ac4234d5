"use client";

import { CalendarClock, Copy, Pause, Play, Trash2 } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import { fetchMatchingCodes, copyCodes, maxCopiedCodes } from "@/components/codes/copy-codes";
import { ExportLink } from "@/components/list/export-link";
import { useCan } from "@/components/shell/use-can";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/lazy";
import { MoreMenu } from "@/components/ui/more-menu";
import { showErrorToast } from "@/components/use-api-mutation";
import type { BatchRecord } from "@/contract/batches";
import { callUrl } from "@/contract/call";

const BatchDialogs = lazyDialog(() => import("./batch-dialogs").then((dialogs) => dialogs.BatchDialogs));

const batchActions = ["pause", "extend", "delete"] as const;
export type BatchAction = (typeof batchActions)[number];

/** What can be done with a batch as a whole. The page's address says which dialog is open. */
export function BatchActions({ batch }: { batch: BatchRecord }) {
  const [asked, setAsked] = useQueryState("act", parseAsStringLiteral(batchActions));
  const ask = (act: BatchAction | null) => setAsked(act);
  const may = {
    extend: useCan("POST /batches/bulk"),
    pause: useCan("PATCH /batches/:batch"),
    delete: useCan("DELETE /batches/:batch"),
  };
  return (
    <div className="flex flex-wrap gap-2">
      {/* More than are copied are for the file beside it. */}
      {batch.codeCount > 0 && batch.codeCount <= maxCopiedCodes && <CopyAllButton batch={batch.id} />}
      <ExportLink href={callUrl("GET /codes", { query: { batch: batch.id, format: "csv" } })} />
      <BatchActionButtons paused={batch.paused} can={may} onAction={ask} />
      {Object.values(may).includes(true) && <BatchDialogs batch={batch} open={asked !== null} action={asked} onClose={() => ask(null)} />}
    </div>
  );
}

type BatchActionButtonsProps = { paused: boolean; can: Readonly<Record<BatchAction, boolean>>; onAction: (act: BatchAction) => Promise<unknown> };

function BatchActionButtons({ paused, can: may, onAction: ask }: BatchActionButtonsProps) {
  return (
    <>
      {may.extend && (
        <Button variant="outline" onClick={() => void ask("extend")}>
          <CalendarClock aria-hidden="true" /> Extend
        </Button>
      )}
      {(may.pause || may.delete) && (
        <MoreMenu variant="outline" label="More acts">
          {({ MenuItem, MenuSeparator }) => (
            <>
              {may.pause && (
                <MenuItem onSelect={() => void ask("pause")}>
                  {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />} {paused ? "Resume" : "Pause"}
                </MenuItem>
              )}
              {may.delete && (
                <>
                  <MenuSeparator />
                  <MenuItem onSelect={() => void ask("delete")} destructive>
                    <Trash2 aria-hidden="true" /> Delete
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
      showErrorToast("The codes could not be copied")(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <Button variant="outline" pending={pending} onClick={() => void copy()}>
      <Copy aria-hidden="true" /> Copy all
    </Button>
  );
}
