"use client";

import { QrCode as QrIcon } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopiedText } from "@/components/ui/copied-text";

const QrCode = dynamic(() => import("@/components/ui/qr-code").then((picture) => picture.QrCode), { ssr: false });

/** The address at which a code is claimed, to be copied or held to a camera. `claimUrl` is that page's. */
export function ClaimLink({ code, claimUrl }: { code: string; claimUrl: string }) {
  const [shown, setShown] = useState(false);
  const url = `${claimUrl}?${new URLSearchParams({ code })}`;
  return (
    <Card title="Claim link" description="Whoever opens it finds the code filled in.">
      <CopiedText text={url} what="the claim link" />
      {shown ? (
        <QrCode text={url} label={`QR code of the claim link of ${code}`} className="mt-4 size-44 border" />
      ) : (
        <Button variant="outline" size="sm" className="mt-3" onClick={() => setShown(true)}>
          <QrIcon aria-hidden="true" /> Show a QR code
        </Button>
      )}
    </Card>
  );
}
