"use client";

import type { CodeRecord } from "@/contract/codes";
import type { CodeDialogName } from "./code-actions";
import { DeleteCode } from "./delete-code";
import { ExtendCode } from "./extend-code";
import { PauseCode } from "./pause-code";
import { ReserveCode } from "./reserve-code";

type CodeDialogsProps = { code: CodeRecord; open: boolean; action: CodeDialogName | null; onClose: () => Promise<unknown> };

/** The dialogs of a code's page. */
export function CodeDialogs({ code, action, onClose }: CodeDialogsProps) {
  return (
    <>
      <PauseCode code={code} open={action === "pause"} onClose={() => void onClose()} />
      <ReserveCode code={code} open={action === "reserve"} onClose={() => void onClose()} />
      <ExtendCode code={code} open={action === "extend"} onClose={() => void onClose()} />
      <DeleteCode code={code} open={action === "delete"} onClose={onClose} />
    </>
  );
}
