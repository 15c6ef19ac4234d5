import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts } from "@/components/ui/facts";
import { TextLink } from "@/components/ui/text-link";
import type { DeliveryRecord } from "@/contract/deliveries";
import { absoluteTime } from "@/lib/dates";
import { codePage, leadPage } from "@/lib/routes";
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
    <Facts>
      <Fact name="Lead">
        <TextLink href={leadPage(email)} className="break-all font-mono text-[13px]">
          {email}
        </TextLink>
      </Fact>
      <Fact name="Code">
        <TextLink href={codePage(code)} className="break-all font-mono text-[13px]">
          {code}
        </TextLink>
      </Fact>
      <Fact name="Status">
        <DeliveryStatus delivery={delivery} zone={zone} /> <span className="text-muted-foreground">{deliveryStatusLabels[status].means}</span>
      </Fact>
      {error !== null && (
        <Fact name="The mail server">
          <q className="break-words">{error}</q>
        </Fact>
      )}
      {nextAttemptAt !== null && <Fact name="Next try">{when(nextAttemptAt)}</Fact>}
      <Fact name="Tries">{attempts.toLocaleString("en")}</Fact>
      <Fact name="Queued">{when(createdAt)}</Fact>
      <Fact name="Changed">{when(updatedAt)}</Fact>
      {status === "kept" && (
        <Fact name="File">
          <CopyableText text={`${outbox}/${id}.eml`} what="the path of the file" />
        </Fact>
      )}
      <Fact name="Message">
        <CopyableText text={id} what="the message’s id" />
      </Fact>
    </Facts>
  );
}

function CopyableText({ text, what }: { text: string; what: string }) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1">
      <span className="break-all font-mono text-[13px]">{text}</span>
      <CopyButton text={text} what={what} icon className="-my-1" />
    </span>
  );
}
