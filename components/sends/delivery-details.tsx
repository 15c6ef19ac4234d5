import { CopyButton } from "@/components/ui/copy-button";
import { DetailsItem, DetailsList } from "@/components/ui/details-list";
import { TextLink } from "@/components/ui/text-link";
import type { DeliveryRecord } from "@/contract/deliveries";
import { absoluteTime } from "@/lib/relative-time";
import { codePath, leadPath } from "@/lib/routes";
import { DeliveryStatus } from "./delivery-status";
import { deliveryStatusLabels } from "./labels";

type DeliveryDetailsProps = {
  delivery: DeliveryRecord;
  zone: string;
  /** The folder of kept messages. */
  outbox: string;
};

/** Everything that is known of a message. */
export function DeliveryDetails({ delivery, zone, outbox }: DeliveryDetailsProps) {
  const { id, email, code, status, attempts, error, createdAt, updatedAt, nextAttemptAt } = delivery;
  const when = (at: string) => absoluteTime(new Date(at), zone);
  return (
    <DetailsList>
      <DetailsItem name="Lead">
        <TextLink href={leadPath(email)} className="break-all font-mono text-[13px]">
          {email}
        </TextLink>
      </DetailsItem>
      <DetailsItem name="Code">
        <TextLink href={codePath(code)} className="break-all font-mono text-[13px]">
          {code}
        </TextLink>
      </DetailsItem>
      <DetailsItem name="Status">
        <DeliveryStatus delivery={delivery} zone={zone} /> <span className="text-muted-foreground">{deliveryStatusLabels[status].description}</span>
      </DetailsItem>
      {error !== null && (
        <DetailsItem name="The mail server">
          <q className="break-words">{error}</q>
        </DetailsItem>
      )}
      {nextAttemptAt !== null && <DetailsItem name="Next try">{when(nextAttemptAt)}</DetailsItem>}
      <DetailsItem name="Tries">{attempts.toLocaleString("en")}</DetailsItem>
      <DetailsItem name="Queued">{when(createdAt)}</DetailsItem>
      <DetailsItem name="Changed">{when(updatedAt)}</DetailsItem>
      {status === "saved_to_file" && (
        <DetailsItem name="File">
          <CopyableText text={`${outbox}/${id}.eml`} what="the path of the file" />
        </DetailsItem>
      )}
      <DetailsItem name="Message">
        <CopyableText text={id} what="the message’s id" />
      </DetailsItem>
    </DetailsList>
  );
}

function CopyableText({ text, what }: { text: string; what: string }) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1">
      <span className="break-all font-mono text-[13px]">{text}</span>
      <CopyButton text={text} label={what} icon className="-my-1" />
    </span>
  );
}
