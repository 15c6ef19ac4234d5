"use client";

import { ConfirmMutation } from "@/components/confirm-mutation";
import { useRemoveSuppression } from "./mutations";
import type { SuppressionDialogProps } from "./suppression-actions";
import { removalConsequence } from "./labels";

/** Asks before an address gets mail again. */
export function RemoveSuppression({ suppression, open, onClose }: SuppressionDialogProps) {
  const { email } = suppression;
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={`Let ${email} get mail again?`}
      consequence={removalConsequence(suppression)}
      action="Let mail through"
      mutation={useRemoveSuppression()}
      input={{ email }}
      successMessage={`${email} gets mail again`}
    />
  );
}
