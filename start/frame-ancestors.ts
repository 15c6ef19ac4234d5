import type { IncomingMessage, ServerResponse } from "node:http";
import { routes } from "@/lib/routes";
import { getFrameOrigins } from "@/server/frame-origins";

const { claim, join, forms, preview } = routes.embed;
const framedPaths: ReadonlySet<string> = new Set([claim, join, forms.claim, forms.join]);

/**
 * Allows framing of the embed forms by the sites that may use the project's public key, and of the embed preview by the settings.
 * Other pages cannot be framed (`start/security-headers.ts`).
 */
export async function allowFraming(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? "").split("?", 1)[0]?.replace(/\/+$/, "") ?? "";
  if (path === preview) setFrameAncestors(response, "'self'");
  else if (framedPaths.has(path)) setFrameAncestors(response, frameAncestors(await getFrameOrigins()));
}

/** Returns the `frame-ancestors` value for the allowed origins: any site if the list is empty, only this site if it is unknown (null). */
export function frameAncestors(origins: readonly string[] | null): string {
  if (origins?.length === 0) return "*";
  // An invalid host could end the directive.
  return ["'self'", ...(origins ?? []).filter((origin) => /^https?:\/\/[\w.:[\]-]+$/.test(origin))].join(" ");
}

function setFrameAncestors(response: ServerResponse, ancestors: string): void {
  const policy = String(response.getHeader("Content-Security-Policy") ?? "");
  response.setHeader(
    "Content-Security-Policy",
    policy.replace(/frame-ancestors [^;]*/, () => `frame-ancestors ${ancestors}`),
  );
}
