"use client";

import { LocalUrlWarning } from "@/components/shell/local-url-warning";
import { CopyableText } from "@/components/ui/copy-button";
import { QrCode } from "@/components/ui/qr-code";
import { labels } from "./labels";

/** The link of the join page, with its QR code. */
export const JoinLink = ({ url }: { url: string }) => (
  <div className="grid gap-4">
    <p className="text-[13px] text-muted-foreground">{labels.joinLink.description}</p>
    <CopyableText text={url} label={labels.joinLink.copyTarget} />
    <LocalUrlWarning />
    <QrCode text={url} label={labels.joinLink.qrCode} className="size-44 justify-self-center border" />
  </div>
);
