"use client";

import { useQuery } from "@tanstack/react-query";
import { useTheme } from "next-themes";
import { useState } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { describeError } from "@/components/ui/error-message";
import { deviceFrameClass, type Device, DeviceToggle } from "@/components/ui/device-toggle";
import { Skeleton } from "@/components/ui/skeleton";
import { callUrl } from "@/contract/call";
import { cn } from "@/lib/cn";
import { emailSubjectQuery } from "./dialog-queries";
import type { SendContent } from "./send-form-schema";

/** The mail as it will look, for `greeted`. */
export function EmailPreview({ content: brought, recipient: greeted }: { content: SendContent | null; recipient: string | undefined }) {
  const [screen, setScreen] = useState<Device>("desktop");
  return (
    <section aria-label="The mail" className="flex h-104 min-w-0 flex-col rounded-lg border">
      {brought === null ? (
        <p className="m-auto max-w-72 p-6 text-center text-muted-foreground">The mail stands here as it will look.</p>
      ) : (
        <LoadedEmail query={previewParams(brought, greeted)} screen={screen} onScreen={setScreen} />
      )}
    </section>
  );
}

type PreviewParams = Parameters<typeof emailSubjectQuery>[0];

const previewParams = (brought: SendContent, email: string | undefined): PreviewParams =>
  "code" in brought
    ? { code: brought.code, email }
    : {
        ...brought.personal,
        allowedClaims: brought.personal.allowedClaims === undefined ? undefined : String(brought.personal.allowedClaims),
        email,
      };

type LoadedEmailProps = { query: PreviewParams; screen: Device; onScreen: (screen: Device) => void };

function LoadedEmail({ query, screen, onScreen }: LoadedEmailProps) {
  const subject = useQuery(emailSubjectQuery(query));
  if (subject.isError) {
    const { message, requestId } = describeError(subject.error);
    return (
      <ErrorState
        title="The mail cannot be shown"
        message={message}
        requestId={requestId}
        onRetry={() => void subject.refetch()}
        pending={subject.isFetching}
        className="m-auto"
      />
    );
  }
  return (
    <>
      <header className="flex min-h-12 items-center gap-3 border-b py-2 pr-2 pl-4">
        <div className="min-w-0 flex-1 truncate" title={subject.data}>
          <span className="text-muted-foreground">Subject </span>
          {subject.data === undefined ? (
            <Skeleton className="inline-block w-40 align-middle" />
          ) : (
            <bdi className="font-medium">{subject.data}</bdi>
          )}
        </div>
        <DeviceToggle screen={screen} onDeviceChange={onScreen} />
      </header>
      <div className="flex flex-1 justify-center overflow-hidden rounded-b-lg bg-muted">
        {subject.data !== undefined && <EmailFrame query={query} screen={screen} />}
      </div>
    </>
  );
}

function EmailFrame({ query, screen }: Pick<LoadedEmailProps, "query" | "screen">) {
  const { resolvedTheme } = useTheme();
  const src = callUrl("GET /mail/preview", { query: { ...query, scheme: resolvedTheme } });
  return (
    <iframe
      // A new one for each mail: one that is led on would be a step of the way back.
      key={src}
      // Nothing in it runs, opens or is sent.
      sandbox=""
      title="The mail as it will look"
      src={src}
      className={cn("min-h-full", deviceFrameClass(screen))}
    />
  );
}
