"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileText, Mail, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { apiQuery } from "@/components/api-query";
import { LeadPicker } from "@/components/leads";
import { QueryError } from "@/components/ui/errors";
import { Field } from "@/components/ui/field";
import { useColorScheme, useDebouncedValue, useNonce } from "@/components/ui/hooks";
import { type Device, DeviceToggle, deviceFrameClass, IconToggleGroup } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/loading";
import type { EmailTemplateContent, EmailTemplateKind } from "@/contract/default-email-templates";
import { previewEmailTemplateEndpoint } from "@/contract/email-templates";
import { pageBackgrounds } from "@/lib/brand";
import { cn } from "@/lib/cn";
import { emailTemplateLabels } from "./labels";

const { preview: labels } = emailTemplateLabels;

const schemeOptions = [
  { value: "light", label: labels.light, icon: Sun },
  { value: "dark", label: labels.dark, icon: Moon },
] as const;

const formatOptions = [
  { value: "html", label: labels.html, icon: Mail },
  { value: "text", label: labels.plainText, icon: FileText },
] as const;

/** Milliseconds without typing before the preview is updated. */
const previewDelay = 250;

type ColorScheme = "light" | "dark";

/** How a preview renders an email. Disabled while the content isn't complete; the previous preview stays visible then. */
export type PreviewSource = {
  query: (scheme: ColorScheme) => ReturnType<typeof apiQuery<"POST /email-templates/preview">>;
  isEnabled: boolean;
};

type PreviewInput = EmailTemplateContent & { kind: EmailTemplateKind; email?: string | undefined; buttonUrl?: string | undefined };

/** Renders a template that isn't saved. */
export const templatePreview = (input: PreviewInput): PreviewSource => ({
  query: (scheme) => apiQuery("POST /email-templates/preview", { body: { ...input, scheme } }),
  isEnabled: previewEmailTemplateEndpoint.body.safeParse(input).success,
});

type TemplatePreviewProps = { kind: EmailTemplateKind; content: EmailTemplateContent };

/** A preview of the email with sample data or for a chosen lead, rendered by the same code that sends it. */
export function TemplatePreview({ kind, content }: TemplatePreviewProps) {
  const [email, setEmail] = useState<string | null>(null);
  const input = { kind, ...useDebouncedValue(content, previewDelay), email: email ?? undefined };
  return (
    <div className="grid gap-4 xl:sticky xl:top-[calc(var(--sticky-top,0px)+1.5rem)]">
      <Field label={labels.recipient} hint={labels.names}>
        <LeadPicker value={email} onValueChange={setEmail} noneLabel={labels.sampleLead} leadsOnly />
      </Field>
      <EmailPreviewPanel source={templatePreview(input)} className="h-160 xl:max-h-[calc(100dvh-var(--sticky-top,0px)-7rem)]" />
    </div>
  );
}

type EmailPreviewPanelProps = {
  source: PreviewSource;
  /** Classes such as the height. */
  className?: string;
};

/** An email as its recipient will see it: as HTML or plain text, light or dark, wide or narrow. */
export function EmailPreviewPanel({ source, className }: EmailPreviewPanelProps) {
  const pageScheme = useColorScheme();
  const [selectedScheme, setScheme] = useState<ColorScheme | null>(null);
  const [device, setDevice] = useState<Device>("desktop");
  const [format, setFormat] = useState<"html" | "text">("html");
  const scheme = selectedScheme ?? pageScheme;
  const preview = useQuery({
    ...source.query(scheme ?? "light"),
    enabled: scheme !== null && source.isEnabled,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  const { data } = preview;
  return (
    <section aria-label={labels.title} className={cn("flex min-w-0 flex-col rounded-lg border", className)}>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b py-2 pr-2 pl-4">
        <Subject subject={data?.subject} />
        <div className="ml-auto flex gap-3">
          <IconToggleGroup label={labels.format} options={formatOptions} value={format} onValueChange={setFormat} />
          <IconToggleGroup label={labels.colorScheme} options={schemeOptions} value={scheme} onValueChange={setScheme} />
          <DeviceToggle device={device} onDeviceChange={setDevice} />
        </div>
      </header>
      <div className="flex min-h-0 flex-1 justify-center overflow-hidden rounded-b-lg bg-muted">
        {preview.isError ? (
          <QueryError query={preview} title={labels.failed} className="m-auto" />
        ) : (
          data &&
          (format === "text" ? (
            <PlainText text={data.text} device={device} />
          ) : (
            <EmailFrame html={data.html} device={device} scheme={scheme ?? "light"} />
          ))
        )}
      </div>
    </section>
  );
}

const Subject = ({ subject }: { subject: string | undefined }) => (
  <div className="min-w-40 flex-1 truncate leading-7" title={subject}>
    <span className="text-muted-foreground">{labels.subject} </span>
    {subject === undefined ? <Skeleton className="inline-block w-40 align-middle" /> : <bdi className="font-medium">{subject}</bdi>}
  </div>
);

type EmailFrameProps = { html: string; device: Device; scheme: ColorScheme };

/** The email in a frame. `srcdoc` inherits the page's content security policy, so its style element needs the nonce (docs/decisions/0021). */
function EmailFrame({ html, device, scheme }: EmailFrameProps) {
  const nonce = useNonce();
  const page = nonce === undefined ? html : html.replace("<style>", `<style nonce="${nonce}">`);
  return (
    <iframe
      // A new frame for each version, because navigating an existing one would add to the browser's history.
      key={page}
      // Blocks scripts, popups and forms.
      sandbox=""
      title={labels.title}
      srcDoc={page}
      // Avoids a flash before the email is rendered.
      style={{ background: pageBackgrounds[scheme] }}
      className={cn("h-full", deviceFrameClass(device))}
    />
  );
}

const PlainText = ({ text, device }: { text: string; device: Device }) => (
  <pre
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    tabIndex={0}
    className={cn("-outline-offset-2 overflow-y-auto whitespace-pre-wrap p-4 text-2sm", deviceFrameClass(device))}
  >
    {text}
  </pre>
);
