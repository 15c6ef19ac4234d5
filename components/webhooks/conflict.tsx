"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { apiQuery } from "@/components/api-query";
import { batchName } from "@/components/batches";
import { leadSourceLabels } from "@/components/leads";
import { type Merging, SaveConflict } from "@/components/ui/save-conflict";
import type { sources } from "@/contract/enums";
import { labels } from "./labels";

const { form: copy, columns } = labels;

const fieldLabels: Readonly<Record<string, string>> = {
  url: copy.url,
  description: copy.description,
  events: copy.scope,
  tag: copy.tag,
  source: copy.source,
  batch: copy.batch,
  wave: copy.wave,
  dailySummary: copy.dailySummary,
  original: copy.original,
  ...copy.texts.kinds,
};

function BatchName({ id }: { id: string }) {
  const { data } = useQuery(apiQuery("GET /batches/:batch", { params: { batch: id } }));
  return data ? batchName(data) : id;
}

function WaveName({ id }: { id: string }) {
  const { data } = useQuery(apiQuery("GET /waves/:id", { params: { id } }));
  return data?.name ?? id;
}

/** A setting in words. */
function describeSetting(item: unknown, key: string): ReactNode {
  if (key === "events") return item === null ? columns.allEvents : (item as string[]).join(", ");
  if (typeof item === "boolean") return item ? copy.on : copy.off;
  if (item === "") return copy.unset;
  if (key === "source") return leadSourceLabels[item as (typeof sources)[number]];
  if (key === "batch") return <BatchName id={String(item)} />;
  if (key === "wave") return <WaveName id={String(item)} />;
  return String(item);
}

/** Shows the settings of a webhook that two people changed, and asks whose are saved. */
export const WebhookConflict = ({ merging }: { merging: Merging<unknown> }) => (
  <SaveConflict
    merging={merging}
    title={copy.conflict}
    toText={(item, key) => ({ name: fieldLabels[key] ?? key, text: describeSetting(item, key) })}
  />
);
