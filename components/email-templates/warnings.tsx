import { TriangleAlert } from "lucide-react";

/** Warnings below a field. They don't prevent saving. */
export function Warnings({ messages }: { messages: readonly string[] }) {
  return messages.map((message) => (
    <span key={message} className="flex gap-2 text-warning">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {message}
    </span>
  ));
}
