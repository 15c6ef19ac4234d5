import { labels } from "./labels";

/** A notice on pages whose form needs JavaScript, shown only if it is off. */
export function JavaScriptRequired() {
  return <p className="mb-4 hidden rounded-lg border px-3 py-2 text-[13px] noscript:block">{labels.javaScriptRequired}</p>;
}
