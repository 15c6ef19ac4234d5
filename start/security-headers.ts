import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

export type Safety = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Sets the headers that keep pages and answers safe: no script or style but ours, no frames around them, no guessing of types, and under
 * https nothing else from then on. Next reads the page's nonce from the request.
 */
export function keepSafe({ appUrl, dev }: { appUrl: string; dev: boolean }): Safety {
  const isSecure = appUrl.startsWith("https:");
  return (request, response) => {
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (isSecure) response.setHeader("Strict-Transport-Security", "max-age=31536000");
    if (request.url?.startsWith("/api/")) return;
    const nonce = randomBytes(16).toString("base64");
    const policy = policyOf({ nonce, isSecure, dev });
    request.headers["x-nonce"] = nonce;
    request.headers["content-security-policy"] = policy;
    response.setHeader("Content-Security-Policy", policy);
    // Some addresses carry a token, which no other site is to read.
    response.setHeader("Referrer-Policy", "same-origin");
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    response.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
  };
}

function policyOf({ nonce, isSecure, dev }: { nonce: string; isSecure: boolean; dev: boolean }): string {
  return [
    "default-src 'self'",
    // The development server compiles in the browser's sight, and speaks through a socket.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // Attributes that place a menu or fill a bar; they can run nothing.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}
