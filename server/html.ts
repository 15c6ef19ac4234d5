import "server-only";

/** A page that stands in a frame of ours: it can run nothing, load nothing and lead nowhere, whatever was written into it. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** The headers of an answer that is a page; `headers` stay as they are, for a refusal in its place. */
export function htmlHeaders(headers: Headers): Headers {
  const own = new Headers(headers);
  own.set("Content-Type", "text/html; charset=utf-8");
  own.set("Content-Security-Policy", policy);
  return own;
}
