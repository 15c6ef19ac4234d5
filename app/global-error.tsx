"use client";

import "./globals.css";
import { Notice } from "@/components/layout/notice";

/** Stands in for the whole page where even its frame failed, so it brings its own. */
export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Gatehouse</title>
        <Notice title="Gatehouse could not show this page">
          <p>Something went wrong here. Try again; if it stays, the log says why{error.digest ? `, under ${error.digest}` : ""}.</p>
          <button type="button" className="button" onClick={reset}>
            Try again
          </button>
        </Notice>
      </body>
    </html>
  );
}
