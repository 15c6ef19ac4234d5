"use client";

import { Masthead } from "@/components/layout/masthead";
import { Notice } from "@/components/layout/notice";
import { Button } from "@/components/ui/button";

type Failed = { error: Error & { digest?: string }; retry: () => void };

export default function PageError({ error, retry }: Failed) {
  return (
    <>
      <Masthead />
      <Notice title="This page could not be shown">
        <p>
          Something went wrong here, and nothing was changed. Try again; if it stays, the log says why
          {error.digest ? `, under ${error.digest}` : ""}.
        </p>
        <Button size="lg" onClick={retry} className="mt-2">
          Try again
        </Button>
      </Notice>
    </>
  );
}
