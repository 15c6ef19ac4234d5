"use client";

import { Notice, SiteHeader } from "@/components/layout/site-header";
import { Button } from "@/components/ui/button";

type ErrorPageProps = { error: Error & { digest?: string }; retry: () => void };

export default function ErrorPage({ error, retry }: ErrorPageProps) {
  return (
    <>
      <SiteHeader />
      <Notice title="Something went wrong">
        <p>
          This page couldn't be loaded. If you were changing something, check whether it was saved. If the problem continues, check the
          server log.
        </p>
        {error.digest && <p>Error ID: {error.digest}</p>}
        <Button size="lg" onClick={retry} className="mt-2">
          Try again
        </Button>
      </Notice>
    </>
  );
}
