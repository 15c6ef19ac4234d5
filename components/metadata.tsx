import { DetailsItem } from "@/components/ui/card";
import type { LeadRecord } from "@/contract/leads";

const labels = {
  externalId: "External ID",
  metadata: "Metadata",
  apiOnly: "Only the API can change it.",
};

/** The external ID and the metadata of a lead or code, if it has any. Only the API changes them. */
export function MetadataItems({ externalId, metadata }: Pick<LeadRecord, "externalId" | "metadata">) {
  const entries = Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  const note = <p className="text-2sm text-muted-foreground">{labels.apiOnly}</p>;
  return (
    <>
      {externalId !== null && (
        <DetailsItem label={labels.externalId}>
          <bdi translate="no" className="break-all font-mono text-2sm">
            {externalId}
          </bdi>
          {entries.length === 0 && note}
        </DetailsItem>
      )}
      {entries.length > 0 && (
        <DetailsItem label={labels.metadata}>
          <ul className="grid gap-0.5">
            {entries.map(([key, value]) => (
              <li key={key} translate="no" className="text-2sm">
                <bdi className="break-all text-muted-foreground">{key}</bdi>: <bdi className="whitespace-pre-wrap break-words">{value}</bdi>
              </li>
            ))}
          </ul>
          {note}
        </DetailsItem>
      )}
    </>
  );
}
