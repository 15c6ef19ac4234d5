import type { IncomingMessage, ServerResponse } from "node:http";
import { routes } from "@/lib/routes";
import { framingOrigins } from "@/server/framing";

const { claim, join, forms, preview } = routes.embed;
const framed: ReadonlySet<string> = new Set([claim, join, forms.claim, forms.join]);

/**
 * Lets other sites show in a frame what is made for that: the forms below `/embed`, on the sites that may use the project's public key. The settings
 * frame what they preview. Every other page stands in no frame (`start/safety.ts`).
 */
export async function letFrame(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? "").split("?", 1)[0]?.replace(/\/+$/, "") ?? "";
  if (path === preview) allow(response, "'self'");
  else if (framed.has(path)) allow(response, ancestorsOf(await framingOrigins()));
}

/** `frame-ancestors` for the origins that are listed. Where they are not known, it is the settings alone. */
export function ancestorsOf(origins: readonly string[] | null): string {
  if (origins?.length === 0) return "*";
  // A host may hold what would end the directive.
  return ["'self'", ...(origins ?? []).filter((origin) => /^https?:\/\/[\w.:[\]-]+$/.test(origin))].join(" ");
}

function allow(response: ServerResponse, ancestors: string): void {
  const policy = String(response.getHeader("Content-Security-Policy") ?? "");
  response.setHeader(
    "Content-Security-Policy",
    policy.replace(/frame-ancestors [^;]*/, () => `frame-ancestors ${ancestors}`),
  );
}
