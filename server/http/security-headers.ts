import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { linkPages } from "../session-cookie";

export type SetSecurityHeaders = (request: IncomingMessage, response: ServerResponse) => void;

/** Returns a function that sets the security headers of a response. Next reads the page's nonce from the request headers. */
export function securityHeaders({ appUrl, dev }: { appUrl: string; dev: boolean }): SetSecurityHeaders {
  const isSecure = appUrl.startsWith("https:");
  return (request, response) => {
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (isSecure) response.setHeader("Strict-Transport-Security", "max-age=31536000");
    if (request.url?.startsWith("/api/")) return;
    const nonce = randomBytes(16).toString("base64");
    const policy = contentSecurityPolicy({ nonce, isSecure, dev });
    request.headers["x-nonce"] = nonce;
    request.headers["content-security-policy"] = policy;
    response.setHeader("Content-Security-Policy", policy);
    // Some URLs contain a token that must not leak to other sites. Those of links for staff are not even sent to this one.
    const isLinkPage = linkPages.some((page) => page === request.url?.split("?", 1)[0]);
    response.setHeader("Referrer-Policy", isLinkPage ? "no-referrer" : "same-origin");
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    response.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
  };
}

function contentSecurityPolicy({ nonce, isSecure, dev }: { nonce: string; isSecure: boolean; dev: boolean }): string {
  return [
    "default-src 'self'",
    // The development server evaluates modules in the browser.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // Style attributes position menus and fill bars. They cannot run code.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}
