import { labels } from "./dialog-labels";

export const maxSampleEmails = 3;

/** The first emails of a preview, and how many more there are. */
export function SampleEmails({ emails, total }: { emails: readonly string[]; total: number }) {
  const shownEmails = emails.slice(0, maxSampleEmails);
  const more = total - shownEmails.length;
  return (
    <p title={emails.join("\n")} className="text-2sm text-muted-foreground">
      <span translate="no" className="font-mono">
        {shownEmails.join(", ")}
      </span>
      {more > 0 && ` ${labels.preview.more(more)}`}
    </p>
  );
}
