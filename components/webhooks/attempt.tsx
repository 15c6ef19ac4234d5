import { ProjectTime } from "@/components/list/columns";
import { Status } from "@/components/ui/status";
import type { WebhookAttempt } from "@/contract/webhooks";
import { formatMilliseconds, labels } from "./labels";

const { delivery: copy } = labels;

/** One request to a webhook: what it answered, and how long that took. */
export function Attempt({ attempt: { at, status, error, milliseconds, response }, title }: { attempt: WebhookAttempt; title: string }) {
  return (
    <div className="grid gap-1.5 rounded-lg border px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-0.5">
        <span className="font-medium">{title}</span>
        <Status tone={error === null ? "positive" : "negative"}>{status === null ? copy.noAnswer : copy.attemptStatus(status)}</Status>
        <span>{formatMilliseconds(milliseconds)}</span>
        <span className="ml-auto text-muted-foreground">
          <ProjectTime at={at} />
        </span>
      </div>
      {error !== null && <p className="wrap-anywhere">{error}</p>}
      {response === "" && <p className="text-muted-foreground">{copy.noResponse}</p>}
      {response && (
        <section
          aria-label={copy.response}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
          tabIndex={0}
          className="max-h-40 overflow-y-auto rounded-md bg-sunken p-2"
        >
          <pre translate="no" className="wrap-anywhere whitespace-pre-wrap font-mono text-xs">
            {response}
          </pre>
        </section>
      )}
    </div>
  );
}
