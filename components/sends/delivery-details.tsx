import { CopyButton } from "@/components/ui/copy-button";
import { DetailsItem, DetailsList } from "@/components/ui/details-list";
import { TextLink } from "@/components/ui/text-link";
import type { DeliveryRecord } from "@/contract/deliveries";
import { absoluteTime } from "@/lib/relative-time";
import { codePath, leadPath } from "@/lib/routes";
import { DeliveryStatus } from "./delivery-status";
import { deliveryStatusLabels, labels } from "./labels";

const { details } = labels.deliveries;

type DeliveryDetailsProps = {
  delivery: DeliveryRecord;
  zone: string;
  /** The folder of emails that are saved to file. */
  outbox: string;
};

/** The details of one email. */
export function DeliveryDetails({ delivery, zone, outbox }: DeliveryDetailsProps) {
  const { id, email, code, status, attempts, error, createdAt, updatedAt, nextAttemptAt } = delivery;
  const formatTime = (at: string) => absoluteTime(new Date(at), zone);
  return (
    <DetailsList>
      <DetailsItem label={details.lead}>
        <TextLink href={leadPath(email)} className="break-all font-mono text-[13px]">
          {email}
        </TextLink>
      </DetailsItem>
      <DetailsItem label={details.code}>
        <TextLink href={codePath(code)} className="break-all font-mono text-[13px]">
          {code}
        </TextLink>
      </DetailsItem>
      <DetailsItem label={details.status}>
        <DeliveryStatus delivery={delivery} zone={zone} />{" "}
        <span className="text-muted-foreground">{deliveryStatusLabels[status].description}</span>
      </DetailsItem>
      {error !== null && (
        <DetailsItem label={details.error}>
          <q className="break-words">{error}</q>
        </DetailsItem>
      )}
      {nextAttemptAt !== null && <DetailsItem label={details.nextAttempt}>{formatTime(nextAttemptAt)}</DetailsItem>}
      <DetailsItem label={details.attempts}>{attempts.toLocaleString("en")}</DetailsItem>
      <DetailsItem label={details.queued}>{formatTime(createdAt)}</DetailsItem>
      <DetailsItem label={details.updated}>{formatTime(updatedAt)}</DetailsItem>
      {status === "saved_to_file" && (
        <DetailsItem label={details.file}>
          <CopyableValue text={`${outbox}/${id}.eml`} copyTarget={details.fileCopyTarget} />
        </DetailsItem>
      )}
      <DetailsItem label={details.messageId}>
        <CopyableValue text={id} copyTarget={details.messageIdCopyTarget} />
      </DetailsItem>
    </DetailsList>
  );
}

function CopyableValue({ text, copyTarget }: { text: string; copyTarget: string }) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1">
      <span className="break-all font-mono text-[13px]">{text}</span>
      <CopyButton text={text} label={copyTarget} icon className="-my-1" />
    </span>
  );
}
