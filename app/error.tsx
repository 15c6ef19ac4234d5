"use client";

import { Masthead } from "@/components/layout/masthead";
import { Notice } from "@/components/layout/notice";

type Failed = { error: Error & { digest?: string }; reset: () => void };

export default function PageError({ error, reset }: Failed) {
  return (
    <>
      <Masthead />
      <Notice title="This page could not be shown">
        <p>
          Something went wrong here, and nothing was changed. Try again; if it stays, the log says why
          {error.digest ? `, under ${error.digest}` : ""}.
        </p>
        <button type="button" className="button" onClick={reset}>
          Try again
        </button>
      </Notice>
    </>
  );
}
