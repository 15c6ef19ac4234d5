"use client";

import { ConfirmMutation } from "@/components/confirm-mutation";
import { removalConsequence, suppressionLabels } from "./labels";
import { useRemoveSuppression } from "./mutations";
import type { SuppressionDialogProps } from "./suppression-actions";

const { remove: labels } = suppressionLabels;

/** Asks before a suppression is removed. */
export function RemoveSuppression({ suppression, open, onClose }: SuppressionDialogProps) {
  const { email } = suppression;
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={labels.title(email)}
      consequence={removalConsequence(suppression)}
      action={labels.submit}
      mutation={useRemoveSuppression()}
      input={{ email }}
      successMessage={labels.toast(email)}
    />
  );
}
