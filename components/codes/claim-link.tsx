"use client";

import { QrCode as QrIcon } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyableText } from "@/components/ui/copyable-text";
import { labels } from "./labels";

const { claimLink } = labels;

const QrCode = dynamic(() => import("@/components/ui/qr-code").then((module) => module.QrCode), { ssr: false });

/** The link that opens the claim page with the code filled in, as text and as a QR code. */
export function ClaimLink({ code, claimUrl }: { code: string; claimUrl: string }) {
  const [isQrCodeShown, setQrCodeShown] = useState(false);
  const url = `${claimUrl}?${new URLSearchParams({ code })}`;
  return (
    <Card title={claimLink.title} description={claimLink.description}>
      <CopyableText text={url} label={claimLink.copyTarget} />
      {isQrCodeShown ? (
        <QrCode text={url} label={claimLink.qrCode(code)} className="mt-4 size-44 border" />
      ) : (
        <Button variant="outline" size="sm" className="mt-3" onClick={() => setQrCodeShown(true)}>
          <QrIcon aria-hidden="true" /> {claimLink.showQrCode}
        </Button>
      )}
    </Card>
  );
}
