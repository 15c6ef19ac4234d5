"use client";

import { InlineNotice } from "@/components/ui/errors";
import { describeLocalLinks } from "@/lib/url-reach";
import { useSession } from "./session";

type LocalUrlWarningProps = { links?: string; className?: string };

/** Warns that QR codes or other links of this installation don't work on other devices. Renders nothing if they do. */
export function LocalUrlWarning({ links = "QR codes and links", className }: LocalUrlWarningProps) {
  const message = describeLocalLinks(useSession().appUrl, links);
  if (message === null) return null;
  return (
    <InlineNotice tone="warning" className={className}>
      {message}
    </InlineNotice>
  );
}
