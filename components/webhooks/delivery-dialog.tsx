"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { apiQuery } from "@/components/api-query";
import { ProjectTime } from "@/components/list/columns";
import { RoleNote } from "@/components/shell/role-note";
import { useCan } from "@/components/shell/session";
import { ActionButton, type DialogProps } from "@/components/ui/actions";
import { Button } from "@/components/ui/button";
import { DetailsItem, DetailsList } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogClose, DialogFooter } from "@/components/ui/dialog";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextLink } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/loading";
import { QueryState } from "@/components/ui/query-state";
import { Snippet } from "@/components/ui/snippet";
import { Status } from "@/components/ui/status";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import type { WebhookDeliveryDetails, WebhookRecord } from "@/contract/webhooks";
import { codePath, leadPath } from "@/lib/routes";
import { Attempt } from "./attempt";
import { deliveryRefetchInterval } from "./delivery-query";
import { deliveryStatusLabels, deliveryTitle, describeDelivery, formatPayload, labels, requestHeaders } from "./labels";

const { delivery: copy } = labels;

type DeliveryDialogProps = DialogProps & {
  webhook: WebhookRecord;
  /** The ID of the event. Null while no delivery is open. */
  event: string | null;
};

/** One delivery: its attempts, and the request. It is refetched while it is pending. */
export function DeliveryDialog({ webhook, event, open, onClose }: DeliveryDialogProps) {
  // What is shown while the dialog closes.
  const [shown, setShown] = useState(event);
  if (event !== null && event !== shown) setShown(event);
  const query = useQuery({
    ...apiQuery("GET /webhooks/:id/deliveries/:event", { params: { id: webhook.id, event: shown ?? "" } }),
    enabled: event !== null,
    refetchInterval: ({ state }) => state.data !== undefined && deliveryRefetchInterval([state.data]),
  });
  return (
    <FormDialog
      open={open}
      onClose={() => void onClose()}
      className="max-w-3xl"
      title={
        <span translate="no" className="font-mono">
          {query.data ? deliveryTitle(query.data) : copy.title}
        </span>
      }
    >
      <QueryState query={query} loading={<Skeleton className="h-96 rounded-lg" />}>
        {(delivery) => <DeliveryContent webhook={webhook} delivery={delivery} />}
      </QueryState>
    </FormDialog>
  );
}

type DeliveryProps = { webhook: WebhookRecord; delivery: WebhookDeliveryDetails };

function DeliveryContent({ webhook, delivery }: DeliveryProps) {
  return (
    <div className="grid gap-6">
      <Summary webhook={webhook} delivery={delivery} />
      <Section title={copy.attempts}>
        {delivery.attempts.length === 0 ? (
          <p className="text-muted-foreground">{copy.noAttempts}</p>
        ) : (
          <ol aria-label={copy.attempts} className="grid gap-2">
            {delivery.attempts.map((attempt, index) => (
              <li key={attempt.at}>
                <Attempt attempt={attempt} title={copy.attempt(index + 1)} />
              </li>
            ))}
          </ol>
        )}
      </Section>
      <Section title={copy.request}>
        <Request webhook={webhook} delivery={delivery} />
      </Section>
      <DialogFooter>
        <RoleNote call="POST /webhooks/:id/deliveries/:event/retry" action={copy.restricted} />
        <DialogClose>{copy.close}</DialogClose>
        <RetryButton webhook={webhook} delivery={delivery} />
      </DialogFooter>
    </div>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid min-w-0 gap-2">
    <h3 className="font-medium">{title}</h3>
    {children}
  </section>
);

function Summary({ webhook, delivery }: DeliveryProps) {
  const { email, code, status, nextAttemptAt, createdAt, event } = delivery;
  const { label, tone } = describeDelivery(delivery);
  const isStopped = webhook.status !== "active" && status === "pending";
  return (
    <DetailsList>
      <DetailsItem label={copy.status}>
        <Status tone={tone}>{label}</Status>
        <p className="text-2sm text-muted-foreground">{deliveryStatusLabels[status].description}</p>
      </DetailsItem>
      {(isStopped || nextAttemptAt !== null) && (
        <DetailsItem label={copy.nextAttempt}>
          {isStopped ? copy.whenResumed : nextAttemptAt !== null && <ProjectTime at={nextAttemptAt} />}
        </DetailsItem>
      )}
      {email !== null && (
        <DetailsItem label={copy.lead}>
          <RecordLink href={leadPath(email)} text={email} />
        </DetailsItem>
      )}
      {code !== null && (
        <DetailsItem label={copy.code}>
          <RecordLink href={codePath(code)} text={code} />
        </DetailsItem>
      )}
      <DetailsItem label={copy.created}>
        <ProjectTime at={createdAt} />
      </DetailsItem>
      <DetailsItem label={copy.eventId}>
        <span className="flex items-center gap-1">
          <span translate="no" className="break-all font-mono text-2sm">
            {event}
          </span>
          <CopyButton icon text={event} label={copy.copyEventId} />
        </span>
      </DetailsItem>
    </DetailsList>
  );
}

const RecordLink = ({ href, text }: { href: string; text: string }) => (
  <TextLink translate="no" href={href} className="break-all font-mono text-2sm">
    {text}
  </TextLink>
);

/** The headers that receivers check, and the body. */
function Request({ webhook, delivery }: DeliveryProps) {
  const [isFormatted, setFormatted] = useState(true);
  const { payload } = delivery;
  const headers = requestHeaders(webhook.format, delivery);
  return (
    <>
      {headers !== "" && <Snippet label={copy.headers} text={headers} />}
      {payload === null ? (
        <p className="text-muted-foreground">{copy.noPayload}</p>
      ) : (
        <>
          <fieldset aria-label={copy.payload} className="flex gap-2">
            {[true, false].map((option) => (
              <Button
                key={String(option)}
                size="sm"
                variant="outline"
                className={isFormatted === option ? "bg-accent" : undefined}
                aria-pressed={isFormatted === option}
                onClick={() => setFormatted(option)}
              >
                {option ? copy.formatted : copy.asSent}
              </Button>
            ))}
          </fieldset>
          <Snippet copy label={copy.payload} text={isFormatted ? formatPayload(payload) : payload} />
        </>
      )}
    </>
  );
}

function RetryButton({ webhook, delivery: { status, event } }: DeliveryProps) {
  const canRetry = useCan("POST /webhooks/:id/deliveries/:event/retry");
  const { mutateAsync } = useApiMutation("POST /webhooks/:id/deliveries/:event/retry", {
    changes: ["GET /webhooks/:id/deliveries/:event", "GET /webhooks/deliveries"],
  });
  const retry = async () => {
    await mutateAsync({ params: { id: webhook.id, event } });
    toast.success(copy.retried, webhook.status === "active" ? {} : { description: copy.retriedWhilePaused });
  };
  const label = status === "pending" ? copy.retryNow : status === "delivered" ? copy.sendAgain : copy.retry;
  return <ActionButton variant="default" action={canRetry && { label, icon: RotateCw, run: retry, failed: copy.retryFailed }} />;
}
