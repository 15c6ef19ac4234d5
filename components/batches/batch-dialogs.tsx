"use client";

import { useRouter } from "next/navigation";
import { ExtendForm } from "@/components/codes/extend-form";
import { counted, lostAccessSentence } from "@/components/codes/labels";
import { ConfirmMutation } from "@/components/confirm-mutation";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import type { BatchRecord } from "@/contract/batches";
import { routes } from "@/lib/routes";
import type { BatchAction } from "./batch-actions";
import { useDeleteBatch, useExtendBatch, useUpdateBatch } from "./mutations";
import { batchName } from "./labels";

type DialogsProps = { batch: BatchRecord; open: boolean; action: BatchAction | null; onClose: () => Promise<unknown> };

/** The dialogs of a batch's page. */
export function BatchDialogs({ batch, action: asked, onClose }: DialogsProps) {
  return (
    <>
      <PauseBatch batch={batch} open={asked === "pause"} onClose={onClose} />
      <ExtendBatch batch={batch} open={asked === "extend"} onClose={onClose} />
      <DeleteBatch batch={batch} open={asked === "delete"} onClose={onClose} />
    </>
  );
}

type DialogProps = { batch: BatchRecord; open: boolean; onClose: () => Promise<unknown> };

function PauseBatch({ batch, open, onClose }: DialogProps) {
  const { id, paused, codeCount: codes } = batch;
  const name = batchName(batch);
  return (
    <ConfirmMutation
      open={open}
      onClose={() => void onClose()}
      title={`${paused ? "Resume" : "Pause"} ${name}?`}
      consequence={
        paused
          ? `${counted(codes, "code")} can be claimed again, but for those that were paused by themselves.`
          : `Nobody new can claim its ${counted(codes, "code")} until it is resumed. Who has claimed one keeps access.`
      }
      action={paused ? "Resume" : "Pause"}
      tone="default"
      mutation={useUpdateBatch()}
      input={{ batch: id, paused: !paused }}
      successMessage={`${name} is ${paused ? "resumed" : "paused"}`}
    />
  );
}

function ExtendBatch({ batch, open, onClose }: DialogProps) {
  const { mutateAsync } = useExtendBatch();
  const { id, codeCount: codes, validUntil, allowedClaims } = batch;
  return (
    <Dialog open={open} onOpenChange={(next) => !next && void onClose()}>
      <DialogContent
        title={`Extend ${batchName(batch)}`}
        description={`The same for ${counted(codes, "code")}, also for those that were extended by themselves.`}
      >
        <ExtendForm
          validUntil={validUntil}
          allowedClaims={allowedClaims}
          usesHint="A code that more have claimed keeps its own number."
          onExtend={async (extension) => {
            await mutateAsync({ batch: id, ...extension });
            void onClose();
          }}
        />
      </DialogContent>
    </Dialog>
  );
}

function DeleteBatch({ batch, open, onClose }: DialogProps) {
  const router = useRouter();
  const { id, codeCount: codes, claims } = batch;
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={`Delete ${batchName(batch)} and its ${counted(codes, "code")}?`}
      consequence={`${lostAccessSentence(claims, true)} Mail that waits to be sent with one is cancelled. This cannot be undone.`}
      action="Delete"
      confirmText={codes > 1 ? "delete" : undefined}
      mutation={useDeleteBatch()}
      input={{ batch: id }}
      onSuccess={() => router.replace(routes.batches)}
    />
  );
}
