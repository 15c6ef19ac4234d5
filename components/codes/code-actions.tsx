"use client";

import { CalendarClock, Mail, Pause, Play, Trash2, UserRoundCheck } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useOpenSendDialog } from "@/components/sends/send-dialog-from-url";
import { useCan } from "@/components/shell/use-can";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/lazy";
import { MoreMenu } from "@/components/ui/more-menu";
import type { CodeRecord } from "@/contract/codes";
import { labels } from "./labels";

const CodeDialogs = lazyDialog(() => import("./code-dialogs").then((dialogs) => dialogs.CodeDialogs));

const { actions } = labels;

const codeDialogNames = ["pause", "reserve", "extend", "delete"] as const;
export type CodeDialogName = (typeof codeDialogNames)[number];

/** The buttons and menu of a code's page. The URL says which dialog is open. */
export function CodeActions({ code }: { code: CodeRecord }) {
  const [openDialog, setOpenDialog] = useQueryState("action", parseAsStringLiteral(codeDialogNames));
  const openSendDialog = useOpenSendDialog();
  const isPaused = code.status === "paused";
  const canSend = useCan("POST /codes/send");
  const canUpdate = useCan("PATCH /codes/:code");
  const canDelete = useCan("POST /codes/delete");
  if (!canSend && !canUpdate && !canDelete) return null;
  const open = (dialog: CodeDialogName) => void setOpenDialog(dialog);
  return (
    <div className="flex flex-wrap gap-2">
      {canUpdate && (
        <Button variant="outline" onClick={() => open("extend")}>
          <CalendarClock aria-hidden="true" /> {actions.extend}
        </Button>
      )}
      {canSend && (
        <Button onClick={() => openSendDialog(code.code)}>
          <Mail aria-hidden="true" /> {actions.send}
        </Button>
      )}
      {(canUpdate || canDelete) && (
        <MoreMenu variant="outline" label={actions.more}>
          {({ MenuItem, MenuSeparator }) => (
            <>
              {canUpdate && (
                <>
                  <MenuItem onSelect={() => open("pause")}>
                    {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />} {isPaused ? actions.resume : actions.pause}
                  </MenuItem>
                  <MenuItem onSelect={() => open("reserve")}>
                    <UserRoundCheck aria-hidden="true" /> {actions.reserve}
                  </MenuItem>
                </>
              )}
              {canDelete && (
                <>
                  <MenuSeparator />
                  <MenuItem onSelect={() => open("delete")} destructive>
                    <Trash2 aria-hidden="true" /> {actions.delete}
                  </MenuItem>
                </>
              )}
            </>
          )}
        </MoreMenu>
      )}
      <CodeDialogs code={code} open={openDialog !== null} action={openDialog} onClose={() => setOpenDialog(null)} />
    </div>
  );
}
