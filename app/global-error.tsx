"use client";

import "./globals.css";
import { Notice } from "@/components/layout/site-header";
import { Button } from "@/components/ui/button";

/** Replaces the whole page when the root layout fails, so it renders its own <html>. */
export default function GlobalError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Gatehouse</title>
        <Notice title="Something went wrong">
          <p>This page couldn't be loaded. Try again. If the problem continues, check the server log.</p>
          {error.digest && <p>Error ID: {error.digest}</p>}
          <Button size="lg" onClick={retry} className="mt-2">
            Try again
          </Button>
        </Notice>
      </body>
    </html>
  );
}
