import type { EventRecord } from "@/contract/events";
import { words } from "./words";

/** What an event says. */
export function Sentence({ event }: { event: EventRecord }) {
  return words[event.kind].said(event).map((part) =>
    typeof part === "string" ? (
      part
    ) : (
      <span key={part.mono} className="font-mono text-[13px]">
        {part.mono}
      </span>
    ),
  );
}
