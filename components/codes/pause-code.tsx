"use client";

import { ConfirmChange } from "@/components/confirm-change";
import type { CodeRecord } from "@/contract/codes";
import { usePauseCode, useResumeCode } from "./mutations";

type PauseCodeProps = { code: CodeRecord; open: boolean; onClose: () => void };

/** Pauses a code, or resumes one that is paused. */
export function PauseCode({ code: { code, status, claims }, open, onClose }: PauseCodeProps) {
  const [pause, resume] = [usePauseCode(), useResumeCode()];
  const paused = status === "paused";
  return (
    <ConfirmChange
      open={open}
      onClose={onClose}
      title={`${paused ? "Resume" : "Pause"} ${code}?`}
      consequence={
        paused
          ? "It can be claimed again where nothing else keeps it from that."
          : `Nobody new can claim it until it is resumed.${claims > 0 ? " Who has claimed it keeps access." : ""}`
      }
      action={paused ? "Resume" : "Pause"}
      tone="default"
      change={paused ? resume : pause}
      input={{ code }}
      said={`${code} is ${paused ? "resumed" : "paused"}`}
    />
  );
}
