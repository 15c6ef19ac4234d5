"use client";

import { ConfirmChange } from "@/components/confirm-change";
import { useRemoveSuppression } from "./mutations";
import type { SuppressionDialogProps } from "./suppression-acts";
import { consequenceOf } from "./words";

/** Asks before an address gets mail again. */
export function RemoveSuppression({ suppression, open, onClose }: SuppressionDialogProps) {
  const { email } = suppression;
  return (
    <ConfirmChange
      open={open}
      onClose={onClose}
      title={`Let ${email} get mail again?`}
      consequence={consequenceOf(suppression)}
      action="Let mail through"
      change={useRemoveSuppression()}
      input={{ email }}
      said={`${email} gets mail again`}
    />
  );
}
