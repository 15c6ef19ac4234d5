"use client";

import { InlineNotice } from "@/components/ui/errors";
import { isLocalUrl } from "@/lib/routes";
import { useSession } from "./session";

const message = (url: string) =>
  `QR codes and links point to ${url}, which only works on this computer. Set APP_URL to the URL of your site and restart Gatehouse.`;

/** Warns that the QR codes of this installation don't work on other devices. Renders nothing if they do. */
export function LocalUrlWarning({ className }: { className?: string }) {
  const { appUrl } = useSession();
  if (!isLocalUrl(appUrl)) return null;
  return (
    <InlineNotice tone="warning" className={className}>
      {message(appUrl)}
    </InlineNotice>
  );
}
