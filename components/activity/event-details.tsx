import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import type { EventRecord } from "@/contract/events";
import { absoluteTime } from "@/lib/relative-time";
import { EventSentence } from "./event-sentence";
import { activityLabels, actorKindLabels } from "./labels";

const { details: labels } = activityLabels;

/** All that is known about an event. */
export function EventDetails({ event, zone }: { event: EventRecord; zone: string }) {
  const { actor, subject, at, requestId, data } = event;
  return (
    <dl className="grid gap-x-6 gap-y-1 text-[13px] sm:grid-cols-[8rem_1fr]">
      <DetailRow label={labels.event}>
        <span>
          <EventSentence event={event} />
        </span>
      </DetailRow>
      <DetailRow label={labels.date}>{absoluteTime(new Date(at), zone)}</DetailRow>
      <DetailRow label={labels.actor}>
        <span>{[actorKindLabels[actor.kind], actor.name].filter(Boolean).join(", ")}</span>
        {actor.id !== null && <CopyableId id={actor.id} label={activityLabels.copyActorId} />}
      </DetailRow>
      {subject !== null && <DetailRow label={labels.subject}>{subject.name}</DetailRow>}
      {requestId !== null && (
        <DetailRow label={labels.request}>
          <CopyableId id={requestId} label={activityLabels.copyRequestId} />
        </DetailRow>
      )}
      {Object.entries(data).map(([name, value]) => (
        <DetailRow key={name} label={name}>
          <span className="break-all font-mono">{typeof value === "string" ? value : JSON.stringify(value)}</span>
        </DetailRow>
      ))}
    </dl>
  );
}

function DetailRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground max-sm:pt-1 sm:leading-7">{label}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2 sm:leading-7">{children}</dd>
    </>
  );
}

function CopyableId({ id, label }: { id: string; label: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <span className="break-all font-mono">{id}</span>
      <CopyButton text={id} label={label} icon />
    </span>
  );
}
