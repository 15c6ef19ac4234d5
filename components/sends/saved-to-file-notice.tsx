import { Info } from "lucide-react";
import { useSession } from "@/components/shell/session";
import { Interpolate } from "@/components/ui/interpolate";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/routes";
import { labels } from "./labels";

const { savedToFile } = labels;

/** Explains that emails were saved as files instead of being sent, and where they are. */
export function SavedToFileNotice({ count, outbox }: { count: number; outbox: string }) {
  const { canCall } = useSession();
  return (
    <p className="mb-6 flex gap-3 rounded-lg border bg-sunken px-4 py-3">
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-info" />
      <span className="min-w-0 max-w-3xl">
        <Interpolate
          text={savedToFile.notice(count)}
          values={{ folder: <span className="break-all font-mono text-[13px]">{outbox}</span> }}
        />{" "}
        {canCall("PATCH /project/email-delivery") && (
          <Interpolate
            text={savedToFile.connect}
            values={{ link: <TextLink href={routes.settings.emailDelivery}>{savedToFile.connectLink}</TextLink> }}
          />
        )}
      </span>
    </p>
  );
}
