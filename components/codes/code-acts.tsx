"use client";

import { CalendarClock, Mail, MoreHorizontal, Pause, Play, Trash2, UserRoundCheck } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useSendCode } from "@/components/sends/send-by-address";
import { useMay } from "@/components/shell/use-may";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { dialogLater } from "@/components/ui/later";
import { Menu } from "@/components/ui/menu";
import type { CodeRecord } from "@/contract/codes";

const CodeDialogs = dialogLater(() => import("./code-dialogs").then((dialogs) => dialogs.CodeDialogs));

const acts = ["pause", "reserve", "extend", "delete"] as const;
export type CodeDialog = (typeof acts)[number];

/** What can be done with a code, by those who may. The page's address says which dialog is open. */
export function CodeActs({ code }: { code: CodeRecord }) {
  const [asked, setAsked] = useQueryState("act", parseAsStringLiteral(acts));
  const send = useSendCode();
  if (!useMay("POST /codes/extend")) return null;
  const paused = code.status === "paused";
  const ask = (act: CodeDialog | null) => setAsked(act);
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" onClick={() => void ask("extend")}>
        <CalendarClock aria-hidden="true" /> Extend
      </Button>
      <Button onClick={() => send(code.code)}>
        <Mail aria-hidden="true" /> Send
      </Button>
      <Menu
        trigger={
          <IconButton variant="outline" label="More acts">
            <MoreHorizontal aria-hidden="true" />
          </IconButton>
        }
      >
        {({ MenuItem, MenuSeparator }) => (
          <>
            <MenuItem onSelect={() => void ask("pause")}>
              {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />} {paused ? "Resume" : "Pause"}
            </MenuItem>
            <MenuItem onSelect={() => void ask("reserve")}>
              <UserRoundCheck aria-hidden="true" /> Reserve
            </MenuItem>
            <MenuSeparator />
            <MenuItem onSelect={() => void ask("delete")} destructive>
              <Trash2 aria-hidden="true" /> Delete
            </MenuItem>
          </>
        )}
      </Menu>
      <CodeDialogs code={code} open={asked !== null} asked={asked} onClose={() => ask(null)} />
    </div>
  );
}
