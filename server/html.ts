/** The Content-Security-Policy of an HTML preview in a frame: no scripts, no requests and no links, whatever the HTML contains. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Returns the headers of an HTML response. Copies `headers`, which an error response may still need. */
export function htmlHeaders(headers: Headers): Headers {
  const copy = new Headers(headers);
  copy.set("Content-Type", "text/html; charset=utf-8");
  copy.set("Content-Security-Policy", policy);
  return copy;
}
