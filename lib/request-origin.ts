/**
 * Returns the origin under which a request reached this server, such as `https://codes.example.org`: its host with the protocol that a
 * trusted proxy reports, or that of `appUrl`. Headers of proxies that aren't trusted were removed before.
 */
export function requestOrigin(headers: Pick<Headers, "get">, appUrl: string): string {
  const app = new URL(appUrl);
  const host = lastEntry(headers.get("x-forwarded-host")) ?? headers.get("host");
  if (host === null || host === app.host) return app.origin;
  const protocol = lastEntry(headers.get("x-forwarded-proto")) ?? app.protocol.slice(0, -1);
  const url = URL.parse(`${protocol === "https" ? "https" : "http"}://${host}`);
  return url === null || url.pathname !== "/" || url.username !== "" ? app.origin : url.origin;
}

/** The value that the nearest proxy added. */
const lastEntry = (list: string | null): string | null => list?.split(",").at(-1)?.trim() || null;
