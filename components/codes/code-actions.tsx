"use client";

import { CalendarClock, Mail, Pause, Play, Trash2, UserRoundCheck } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useOpenSendDialog } from "@/components/sends/send-dialog-from-url";
import { useMay } from "@/components/shell/use-may";
import { Button } from "@/components/ui/button";
import { dialogLater } from "@/components/ui/later";
import { MoreMenu } from "@/components/ui/more-menu";
import type { CodeRecord } from "@/contract/codes";

const CodeDialogs = dialogLater(() => import("./code-dialogs").then((dialogs) => dialogs.CodeDialogs));

const codeActions = ["pause", "reserve", "extend", "delete"] as const;
export type CodeAction = (typeof codeActions)[number];

/** What can be done with a code, by those who may. The page's address says which dialog is open. */
export function CodeActions({ code }: { code: CodeRecord }) {
  const [asked, setAsked] = useQueryState("act", parseAsStringLiteral(codeActions));
  const send = useOpenSendDialog();
  const paused = code.status === "paused";
  const may = {
    send: useMay("POST /codes/send"),
    extend: useMay("POST /codes/extend"),
    pause: useMay(paused ? "POST /codes/resume" : "POST /codes/pause"),
    reserve: useMay("POST /codes/reserve"),
    delete: useMay("POST /codes/delete"),
  };
  if (!Object.values(may).includes(true)) return null;
  const ask = (act: CodeAction | null) => setAsked(act);
  return (
    <div className="flex flex-wrap gap-2">
      {may.extend && (
        <Button variant="outline" onClick={() => void ask("extend")}>
          <CalendarClock aria-hidden="true" /> Extend
        </Button>
      )}
      {may.send && (
        <Button onClick={() => send(code.code)}>
          <Mail aria-hidden="true" /> Send
        </Button>
      )}
      {(may.pause || may.reserve || may.delete) && (
        <MoreMenu variant="outline" label="More acts">
          {({ MenuItem, MenuSeparator }) => (
            <>
              {may.pause && (
                <MenuItem onSelect={() => void ask("pause")}>
                  {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />} {paused ? "Resume" : "Pause"}
                </MenuItem>
              )}
              {may.reserve && (
                <MenuItem onSelect={() => void ask("reserve")}>
                  <UserRoundCheck aria-hidden="true" /> Reserve
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
      <CodeDialogs code={code} open={asked !== null} asked={asked} onClose={() => ask(null)} />
    </div>
  );
}
