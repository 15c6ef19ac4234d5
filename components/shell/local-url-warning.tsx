"use client";

import { InlineNotice } from "@/components/ui/errors";
import { isLocalUrl } from "@/lib/routes";
import { shellLabels } from "./palette";
import { useSession } from "./session";

/** Warns that the QR codes of this installation don't work on other devices. Renders nothing if they do. */
export function LocalUrlWarning({ className }: { className?: string }) {
  const { appUrl } = useSession();
  if (!isLocalUrl(appUrl)) return null;
  return (
    <InlineNotice tone="warning" className={className}>
      {shellLabels.localUrl(appUrl)}
    </InlineNotice>
  );
}
