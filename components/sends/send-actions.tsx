"use client";

import { Ban, MailPlus, RotateCcw } from "lucide-react";
import { useState } from "react";
import { ConfirmMutation } from "@/components/confirm-mutation";
import { useCan } from "@/components/shell/use-can";
import { Button } from "@/components/ui/button";
import type { SendRecord } from "@/contract/sends";
import { useCancelSend, useRetrySend, useResendUndelivered } from "./mutations";
import type { RetrySelection } from "./retry-selection";
import { leadCountLabel, messageCountLabel, sendTitle } from "./labels";

const actionButtons = {
  retry: { icon: RotateCcw, label: "Retry the failed" },
  missed: { icon: MailPlus, label: "Send to who missed it" },
  cancel: { icon: Ban, label: "Stop the rest" },
} as const;
type SendAction = keyof typeof actionButtons;

/** How many messages each act is about. */
const actionCounts = ({ deliveries: { failed, canceled, queued, retrying } }: SendRecord): Record<SendAction, number> => ({
  retry: failed,
  missed: failed + canceled,
  cancel: queued + retrying,
});

/** What can be done with a send, where there is something to do and whoever looks may. */
export function SendActions({ send }: { send: SendRecord }) {
  const [asked, setAsked] = useState<SendAction | null>(null);
  const may = { retry: useCan("POST /sends/retry"), missed: useCan("POST /sends/missed"), cancel: useCan("POST /sends/cancel") };
  const counts = actionCounts(send);
  const offered = (["retry", "missed", "cancel"] as const).filter((act) => may[act] && counts[act] > 0);
  const close = () => setAsked(null);
  return (
    <>
      {offered.map((act) => {
        const { icon: Icon, label } = actionButtons[act];
        return (
          <Button key={act} variant="outline" onClick={() => setAsked(act)}>
            <Icon aria-hidden="true" /> {label}
          </Button>
        );
      })}
      <RetryDialog open={asked === "retry"} onClose={close} count={counts.retry} request={{ send: send.id }} />
      <ResendDialog open={asked === "missed"} onClose={close} send={send} />
      <CancelDialog open={asked === "cancel"} onClose={close} send={send} count={counts.cancel} />
    </>
  );
}

type DialogProps = { open: boolean; onClose: () => void };

/** Asks before failed messages are sent again. */
export function RetryDialog({ open, onClose, count, request: retried }: DialogProps & RetrySelection) {
  const isOne = count === 1;
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={count === null ? "Retry those that failed?" : `Retry ${messageCountLabel(count)} that failed?`}
      consequence={`${isOne ? "It is" : "They are"} queued again for the same ${isOne ? "address" : "addresses"}, and may be refused again for the same ${isOne ? "reason" : "reasons"}. Whoever has got it by another send is passed over.`}
      action={count === null ? "Retry" : `Retry ${count.toLocaleString("en")}`}
      tone="default"
      mutation={useRetrySend()}
      input={retried}
    />
  );
}

function ResendDialog({ open, onClose, send }: DialogProps & { send: SendRecord }) {
  const { failed, canceled } = send.deliveries;
  const shown = (count: number, word: string) => (count > 0 ? [`${messageCountLabel(count)} ${count === 1 ? "was" : "were"} ${word}`] : []);
  const why = [...(failed > 0 ? [`${messageCountLabel(failed)} failed`] : []), ...shown(canceled, "canceled")].join(" and ");
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={`Send ${send.kind === "code" ? sendTitle(send) : "their personal codes"} to who missed it?`}
      consequence={`${why}. A new send goes to those leads, but for whoever has got it by another send.`}
      action={`Send to up to ${leadCountLabel(failed + canceled)}`}
      tone="default"
      mutation={useResendUndelivered()}
      input={{ send: send.id }}
      successMessage="The new send is under way"
    />
  );
}

function CancelDialog({ open, onClose, send, count }: DialogProps & { send: SendRecord; count: number }) {
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={`Stop ${messageCountLabel(count)} of ${sendTitle(send)}?`}
      consequence={`${count === 1 ? "It still waits, and is" : "They still wait, and are"} cancelled. What has left stays as it is, and what leaves at this moment is not tried again. You can send to who missed it later.`}
      action={`Stop ${messageCountLabel(count)}`}
      mutation={useCancelSend()}
      input={{ send: send.id }}
      successMessage="What still waited is cancelled"
    />
  );
}
