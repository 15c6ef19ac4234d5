"use client";

import type { CodeRecord } from "@/contract/codes";
import type { CodeAction } from "./code-actions";
import { DeleteCode } from "./delete-code";
import { ExtendCode } from "./extend-code";
import { PauseCode } from "./pause-code";
import { ReserveCode } from "./reserve-code";

type CodeDialogsProps = { code: CodeRecord; open: boolean; asked: CodeAction | null; onClose: () => Promise<unknown> };

/** The dialogs of a code's page. */
export function CodeDialogs({ code, asked, onClose }: CodeDialogsProps) {
  return (
    <>
      <PauseCode code={code} open={asked === "pause"} onClose={() => void onClose()} />
      <ReserveCode code={code} open={asked === "reserve"} onClose={() => void onClose()} />
      <ExtendCode code={code} open={asked === "extend"} onClose={() => void onClose()} />
      <DeleteCode code={code} open={asked === "delete"} onClose={onClose} />
    </>
  );
}
