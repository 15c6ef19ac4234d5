"use client";

import { Ban, MailPlus, RotateCcw } from "lucide-react";
import { useRouter } from "next/navigation";
import { isQueueing, watchJob } from "@/components/jobs";
import { RoleNote } from "@/components/shell/role-note";
import { useCan } from "@/components/shell/session";
import { type Action, ActionButton } from "@/components/ui/actions";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import type { SendRecord } from "@/contract/sends";
import { sendPath } from "@/lib/routes";
import { labels, retryResultMessage, sendTitle } from "./labels";
import { isScheduled } from "./polling";
import type { RetrySelection } from "./retry-selection";

const { actions, retryDialog, resendDialog, cancelDialog, scheduled } = labels;

/** The actions of a send that apply to at least one email and that the user may run. */
export function SendActions({ send }: { send: SendRecord }) {
  const can = {
    retry: useCan("POST /sends/:id/retry"),
    resend: useCan("POST /sends/:id/resend"),
    cancel: useCan("POST /sends/:id/cancel"),
  };
  const { failed, canceled, queued, retrying } = send.deliveries;
  const all = {
    retry: useRetryAction()({ count: failed, request: { id: send.id } }),
    resend: useResendAction(send),
    cancel: useCancelAction(send),
  };
  const isApplicable = {
    retry: failed > 0,
    resend: send.kind !== "announcement" && failed + canceled > 0,
    cancel: queued + retrying > 0 || isQueueing(send.queueing),
  };
  return (
    <>
      {Object.values(isApplicable).includes(true) && <RoleNote call="POST /sends/:id/retry" action={actions.restricted} />}
      {(["retry", "resend", "cancel"] as const).map((name) => (
        <ActionButton key={name} action={can[name] && isApplicable[name] && all[name]} />
      ))}
    </>
  );
}

const changes = ["GET /sends/:id", "GET /sends/:id/deliveries"] as const;

/** Retries failed emails after a confirmation. The panel shows the job that retries many. */
export function useRetryAction(): (selection: RetrySelection) => Action {
  const { mutateAsync } = useApiMutation("POST /sends/:id/retry", {
    changes,
    onReply: (reply) => {
      if (reply.job === null) toast.success(retryResultMessage(reply));
      else watchJob(reply.job);
    },
  });
  return ({ count, request: { id, ...body } }) => ({
    label: actions.retry,
    icon: RotateCcw,
    confirm: {
      title: retryDialog.title(count),
      consequence: retryDialog.consequence,
      action: retryDialog.confirm(count),
      tone: "default",
    },
    run: () => mutateAsync({ params: { id }, body }),
  });
}

function useResendAction(send: SendRecord): Action {
  const router = useRouter();
  const { mutateAsync } = useApiMutation("POST /sends/:id/resend", {
    changes: ["GET /sends"],
    onReply: ({ sendId, job }) => {
      if (job !== null) watchJob(job);
      router.push(sendPath(sendId));
    },
  });
  const { failed, canceled } = send.deliveries;
  return {
    label: actions.resend,
    icon: MailPlus,
    confirm: {
      title: resendDialog.title(send),
      consequence: resendDialog.consequence(failed, canceled),
      action: resendDialog.confirm(failed + canceled),
      tone: "default",
      success: resendDialog.resent,
    },
    run: () => mutateAsync({ params: { id: send.id } }),
  };
}

function useCancelAction(send: SendRecord): Action {
  const { mutateAsync } = useApiMutation("POST /sends/:id/cancel", { changes });
  const { queueing, deliveries } = send;
  const isAnnouncement = send.kind === "announcement";
  // Those that aren't queued yet won't be.
  const isPartlyQueued = isQueueing(queueing);
  const queued = deliveries.queued + deliveries.retrying;
  const count = queued + (isPartlyQueued && queueing ? Math.max(0, (queueing.total ?? 0) - queueing.processed) : 0);
  const announcementConsequence = isPartlyQueued ? scheduled.stopConsequence : scheduled.cancelConsequence;
  const codeConsequence = isPartlyQueued ? cancelDialog.queueingConsequence : cancelDialog.consequence;
  const wasScheduled = isScheduled(send);
  return {
    label: wasScheduled ? scheduled.cancel : actions.cancel,
    icon: Ban,
    confirm: {
      title: wasScheduled ? scheduled.cancelTitle : cancelDialog.title(sendTitle(send)),
      consequence: (isAnnouncement ? announcementConsequence : codeConsequence)(count),
      action: wasScheduled ? scheduled.cancel : cancelDialog.confirm,
      success: wasScheduled ? scheduled.canceled : cancelDialog.canceled,
    },
    run: () => mutateAsync({ params: { id: send.id } }),
  };
}
