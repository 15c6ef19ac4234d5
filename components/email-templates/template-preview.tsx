"use client";

import { useQuery } from "@tanstack/react-query";
import { FileText, Mail, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { describeError } from "@/components/ui/error-message";
import { IconToggleGroup } from "@/components/ui/icon-toggle-group";
import { useNonce } from "@/components/ui/nonce";
import { deviceFrameClass, type Device, DeviceToggle } from "@/components/ui/device-toggle";
import { Skeleton } from "@/components/ui/skeleton";
import { useColorScheme } from "@/components/ui/use-color-scheme";
import { useDebouncedValue } from "@/components/ui/use-debounced-value";
import type { EmailTemplateKind, EmailTemplateContent } from "@/contract/email-templates";
import { pageBackgrounds } from "@/lib/brand";
import { cn } from "@/lib/cn";
import { templatePreviewQuery } from "./queries";

const schemes = [
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
] as const;

const parts = [
  { value: "html", label: "As most see it", icon: Mail },
  { value: "text", label: "As plain text", icon: FileText },
] as const;

/** The mail in these words as it will look, rendered by what sends it. */
export function TemplatePreview({ kind, words }: { kind: EmailTemplateKind; words: EmailTemplateContent }) {
  const own = useColorScheme();
  const [chosen, setScheme] = useState<"light" | "dark" | null>(null);
  const [screen, setScreen] = useState<Device>("desktop");
  const [part, setPart] = useState<"html" | "text">("html");
  const scheme = chosen ?? own;
  const rendering = useQuery(templatePreviewQuery({ kind, ...useDebouncedValue(words, 250) }, scheme));
  const { data } = rendering;
  return (
    <section
      aria-label="The mail as it will look"
      className="flex h-160 min-w-0 flex-col rounded-lg border xl:sticky xl:top-[calc(var(--sticky-top,0px)+1.5rem)] xl:max-h-[calc(100dvh-var(--sticky-top,0px)-3rem)]"
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b py-2 pr-2 pl-4">
        <Subject subject={data?.subject} />
        <div className="ml-auto flex gap-3">
          <IconToggleGroup label="Part" options={parts} value={part} onValueChange={setPart} />
          <IconToggleGroup label="Colouring" options={schemes} value={scheme} onValueChange={setScheme} />
          <DeviceToggle screen={screen} onDeviceChange={setScreen} />
        </div>
      </header>
      <div className="flex min-h-0 flex-1 justify-center overflow-hidden rounded-b-lg bg-muted">
        {rendering.isError ? (
          <PreviewError error={rendering.error} onRetry={() => void rendering.refetch()} pending={rendering.isFetching} />
        ) : (
          data &&
          (part === "text" ? (
            <PlainText text={data.text} screen={screen} />
          ) : (
            <EmailFrame html={data.html} screen={screen} scheme={scheme ?? "light"} />
          ))
        )}
      </div>
    </section>
  );
}

const Subject = ({ subject }: { subject: string | undefined }) => (
  <div className="min-w-40 flex-1 truncate leading-7" title={subject}>
    <span className="text-muted-foreground">Subject </span>
    {subject === undefined ? <Skeleton className="inline-block w-40 align-middle" /> : <bdi className="font-medium">{subject}</bdi>}
  </div>
);

function PreviewError({ error, ...again }: { error: Error; onRetry: () => void; pending: boolean }) {
  const { message, requestId } = describeError(error);
  return <ErrorState title="The mail cannot be shown" message={message} requestId={requestId} {...again} className="m-auto" />;
}

/** The page stands in the frame's own attribute and is held to this page's policy, so its one style sheet must carry the nonce (docs/decisions/0021). */
function EmailFrame({ html, screen, scheme }: { html: string; screen: Device; scheme: "light" | "dark" }) {
  const nonce = useNonce();
  const page = nonce === undefined ? html : html.replace("<style>", `<style nonce="${nonce}">`);
  return (
    <iframe
      // A new one for each mail: one that is led on would be a step of the way back.
      key={page}
      // Nothing in it runs, opens or is sent.
      sandbox=""
      title="The mail as it will look"
      srcDoc={page}
      // What it stands on until it is there, so that it does not flash.
      style={{ background: pageBackgrounds[scheme] }}
      className={cn("h-full", deviceFrameClass(screen))}
    />
  );
}

const PlainText = ({ text, screen }: { text: string; screen: Device }) => (
  <pre
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    tabIndex={0}
    className={cn("-outline-offset-2 wrap-anywhere overflow-y-auto whitespace-pre-wrap p-4 text-[13px]", deviceFrameClass(screen))}
  >
    {text}
  </pre>
);
