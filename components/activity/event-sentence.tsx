import type { EventRecord } from "@/contract/events";
import { eventDescriptions } from "./event-sentences";

/** What an event says. */
export function EventSentence({ event }: { event: EventRecord }) {
  return eventDescriptions[event.kind].said(event).map((part) =>
    typeof part === "string" ? (
      part
    ) : (
      <span key={part.mono} className="font-mono text-[13px]">
        {part.mono}
      </span>
    ),
  );
}
