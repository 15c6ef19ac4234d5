import { Snippet } from "@/components/ui/snippet";
import { exampleEvent } from "@/contract/event-feed";
import type { EventType } from "@/contract/event-types";
import { labels } from "./labels";

/** An example of what a webhook gets. It needs the schemas of all records, so it is loaded when a form opens. */
export const SamplePayload = ({ type }: { type: EventType }) => (
  <Snippet label={labels.form.sampleOf(type)} text={JSON.stringify(exampleEvent(type), null, 2)} />
);
