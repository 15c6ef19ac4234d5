"use client";

import { ConfirmMutation } from "@/components/confirm-mutation";
import type { CodeRecord } from "@/contract/codes";
import { labels } from "./labels";
import { useUpdateCode } from "./mutations";

const { pauseDialog } = labels;

type PauseCodeProps = { code: CodeRecord; open: boolean; onClose: () => void };

/** Confirms pausing a code, or resuming a paused one. */
export function PauseCode({ code: { code, status, claims }, open, onClose }: PauseCodeProps) {
  const isPaused = status === "paused";
  const pauseConsequence = claims > 0 ? pauseDialog.pauseConsequenceWithClaims : pauseDialog.pauseConsequence;
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={isPaused ? pauseDialog.resumeTitle(code) : pauseDialog.pauseTitle(code)}
      consequence={isPaused ? pauseDialog.resumeConsequence : pauseConsequence}
      action={isPaused ? pauseDialog.resumeConfirm : pauseDialog.pauseConfirm}
      tone="default"
      mutation={useUpdateCode(code)}
      input={{ paused: !isPaused }}
      successMessage={isPaused ? pauseDialog.resumed(code) : pauseDialog.paused(code)}
    />
  );
}
