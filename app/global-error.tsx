"use client";

import "./globals.css";
import { Notice } from "@/components/layout/notice";
import { Button } from "@/components/ui/button";

/** Stands in for the whole page where even its frame failed, so it brings its own. */
export default function GlobalError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Gatehouse</title>
        <Notice title="Gatehouse could not show this page">
          <p>Something went wrong here. Try again; if it stays, the log says why{error.digest ? `, under ${error.digest}` : ""}.</p>
          <Button size="lg" onClick={retry} className="mt-2">
            Try again
          </Button>
        </Notice>
      </body>
    </html>
  );
}
