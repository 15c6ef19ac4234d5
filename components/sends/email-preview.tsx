"use client";

import { useQuery } from "@tanstack/react-query";
import { useTheme } from "next-themes";
import { useState } from "react";
import { type Device, DeviceToggle, deviceFrameClass } from "@/components/ui/device-toggle";
import { describeError } from "@/components/ui/error-message";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { callUrl } from "@/contract/call";
import { cn } from "@/lib/cn";
import { emailSubjectQuery } from "./dialog-queries";
import { labels } from "./labels";
import type { SendContent } from "./send-form-schema";

const { email: emailLabels } = labels;

/** Previews the email for one recipient. */
export function EmailPreview({ content, recipient }: { content: SendContent | null; recipient: string | undefined }) {
  const [screen, setScreen] = useState<Device>("desktop");
  return (
    <section aria-label={emailLabels.region} className="flex h-104 min-w-0 flex-col rounded-lg border">
      {content === null ? (
        <p className="m-auto max-w-72 p-6 text-center text-muted-foreground">{emailLabels.empty}</p>
      ) : (
        <LoadedEmail query={previewParams(content, recipient)} screen={screen} onScreen={setScreen} />
      )}
    </section>
  );
}

type PreviewParams = Parameters<typeof emailSubjectQuery>[0];

const previewParams = (content: SendContent, email: string | undefined): PreviewParams =>
  "code" in content
    ? { code: content.code, email }
    : {
        ...content.personal,
        allowedClaims: content.personal.allowedClaims === undefined ? undefined : String(content.personal.allowedClaims),
        email,
      };

type LoadedEmailProps = { query: PreviewParams; screen: Device; onScreen: (screen: Device) => void };

function LoadedEmail({ query, screen, onScreen }: LoadedEmailProps) {
  const subject = useQuery(emailSubjectQuery(query));
  if (subject.isError) {
    const { message, requestId } = describeError(subject.error);
    return (
      <ErrorState
        title={emailLabels.failed}
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
          <span className="text-muted-foreground">{emailLabels.subject} </span>
          {subject.data === undefined ? (
            <Skeleton className="inline-block w-40 align-middle" />
          ) : (
            <bdi className="font-medium">{subject.data}</bdi>
          )}
        </div>
        <DeviceToggle device={screen} onDeviceChange={onScreen} />
      </header>
      <div className="flex flex-1 justify-center overflow-hidden rounded-b-lg bg-muted">
        {subject.data !== undefined && <EmailFrame query={query} screen={screen} />}
      </div>
    </>
  );
}

function EmailFrame({ query, screen }: Pick<LoadedEmailProps, "query" | "screen">) {
  const { resolvedTheme } = useTheme();
  const src = callUrl("GET /sends/preview/email", { query: { ...query, scheme: resolvedTheme } });
  return (
    <iframe
      // A new frame for each email, since navigating a frame adds a step to the browser history.
      key={src}
      // No scripts, forms or popups.
      sandbox=""
      title={emailLabels.frame}
      src={src}
      className={cn("min-h-full", deviceFrameClass(screen))}
    />
  );
}
