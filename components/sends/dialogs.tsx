"use client";

import { Ban, MailPlus, RotateCcw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { isQueueing, watchJob } from "@/components/jobs";
import { RoleNote } from "@/components/shell/role-note";
import { useCan } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { ConfirmMutation } from "@/components/ui/confirm";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import type { SendRecord } from "@/contract/sends";
import { sendPath } from "@/lib/routes";
import { labels, retryResultMessage, sendTitle } from "./labels";
import { isScheduled } from "./polling";
import type { RetrySelection } from "./retry-selection";

const { actions, retryDialog, resendDialog, cancelDialog, scheduled } = labels;

const actionIcons = { retry: RotateCcw, resend: MailPlus, cancel: Ban } as const;
type SendAction = keyof typeof actionIcons;

/** How many emails each action affects. */
const actionCounts = ({ kind, deliveries: { failed, canceled, queued, retrying } }: SendRecord): Record<SendAction, number> => ({
  retry: failed,
  resend: kind === "announcement" ? 0 : failed + canceled,
  cancel: queued + retrying,
});

/** The actions of a send that apply to at least one email and that the user may run. */
export function SendActions({ send }: { send: SendRecord }) {
  const [openDialog, setOpenDialog] = useState<SendAction | null>(null);
  const can = {
    retry: useCan("POST /sends/:id/retry"),
    resend: useCan("POST /sends/:id/resend"),
    cancel: useCan("POST /sends/:id/cancel"),
  };
  const counts = actionCounts(send);
  const isAvailable = (action: SendAction) => counts[action] > 0 || (action === "cancel" && isQueueing(send.queueing));
  const applicable = (["retry", "resend", "cancel"] as const).filter(isAvailable);
  const available = applicable.filter((action) => can[action]);
  const close = () => setOpenDialog(null);
  return (
    <>
      {applicable.length > 0 && <RoleNote call="POST /sends/:id/retry" action={actions.restricted} />}
      {available.map((action) => {
        const Icon = actionIcons[action];
        return (
          <Button key={action} variant="outline" onClick={() => setOpenDialog(action)}>
            <Icon aria-hidden="true" /> {action === "cancel" && isScheduled(send) ? scheduled.cancel : actions[action]}
          </Button>
        );
      })}
      <RetryDialog open={openDialog === "retry"} onClose={close} count={counts.retry} request={{ id: send.id }} />
      <ResendDialog open={openDialog === "resend"} onClose={close} send={send} />
      <CancelDialog open={openDialog === "cancel"} onClose={close} send={send} count={counts.cancel} />
    </>
  );
}

const changes = ["GET /sends/:id", "GET /sends/:id/deliveries"] as const;

type DialogProps = { open: boolean; onClose: () => void };

/** Confirms retrying failed emails. The panel shows the job that retries many. */
export function RetryDialog({ open, onClose, count, request }: DialogProps & RetrySelection) {
  const { id, ...body } = request;
  const retry = useApiMutation("POST /sends/:id/retry", {
    changes,
    onReply: (reply) => {
      if (reply.job === null) toast.success(retryResultMessage(reply));
      else watchJob(reply.job);
    },
  });
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={retryDialog.title(count)}
      consequence={retryDialog.consequence}
      action={retryDialog.confirm(count)}
      tone="default"
      mutation={retry}
      input={{ params: { id }, body }}
    />
  );
}

function ResendDialog({ open, onClose, send }: DialogProps & { send: SendRecord }) {
  const router = useRouter();
  const resend = useApiMutation("POST /sends/:id/resend", {
    changes: ["GET /sends"],
    idempotent: true,
    onReply: ({ sendId, job }) => {
      if (job !== null) watchJob(job);
      router.push(sendPath(sendId));
    },
  });
  const { failed, canceled } = send.deliveries;
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={resendDialog.title(send)}
      consequence={resendDialog.consequence(failed, canceled)}
      action={resendDialog.confirm(failed + canceled)}
      tone="default"
      mutation={resend}
      input={{ params: { id: send.id } }}
      successMessage={resendDialog.resent}
    />
  );
}

function CancelDialog({ open, onClose, send, count: queued }: DialogProps & { send: SendRecord; count: number }) {
  const isAnnouncement = send.kind === "announcement";
  const { queueing } = send;
  // Those that aren't queued yet won't be.
  const isPartlyQueued = isQueueing(queueing);
  const count = queued + (isPartlyQueued && queueing ? Math.max(0, (queueing.total ?? 0) - queueing.processed) : 0);
  const announcementConsequence = isPartlyQueued ? scheduled.stopConsequence : scheduled.cancelConsequence;
  const codeConsequence = isPartlyQueued ? cancelDialog.queueingConsequence : cancelDialog.consequence;
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={isScheduled(send) ? scheduled.cancelTitle : cancelDialog.title(sendTitle(send))}
      consequence={(isAnnouncement ? announcementConsequence : codeConsequence)(count)}
      action={isScheduled(send) ? scheduled.cancel : cancelDialog.confirm}
      mutation={useApiMutation("POST /sends/:id/cancel", { changes })}
      input={{ params: { id: send.id } }}
      successMessage={isScheduled(send) ? scheduled.canceled : cancelDialog.canceled}
    />
  );
}
