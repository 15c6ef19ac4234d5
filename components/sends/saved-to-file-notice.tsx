import { Info } from "lucide-react";
import { useSession } from "@/components/shell/session";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/routes";
import { messageCountLabel } from "./labels";

/** Says what it means that messages were kept, and where their files are. */
export function SavedToFileNotice({ count, outbox }: { count: number; outbox: string }) {
  const { may } = useSession();
  const connect = may("PATCH /project/mail") && (
    <>
      <TextLink href={routes.settings.emailDelivery}>Connect a mail server</TextLink> to mail what is sent from then on.
    </>
  );
  return (
    <p className="mb-6 flex gap-3 rounded-lg border bg-sunken px-4 py-3">
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-info" />
      <span className="min-w-0 max-w-3xl">
        {messageCountLabel(count)} {count === 1 ? "was" : "were"} not mailed, as no mail server was connected.{" "}
        {count === 1 ? "It stands" : "Each stands"} as an .eml file in <span className="break-all font-mono text-[13px]">{outbox}</span>, on
        the machine that runs Gatehouse. {connect}
      </span>
    </p>
  );
}
