import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import proxyAddr from "proxy-addr";

const forwardingHeaders = ["forwarded", "x-real-ip", "x-client-ip", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port"];

/** Returns a function that sets `X-Forwarded-For` to the client's IP address: what trusted proxies report, otherwise the socket's. Next would pass on any value that a client sends. */
export function clientIpResolver(trustedProxies: string[]): (request: IncomingMessage) => void {
  const isTrusted = proxyAddr.compile(trustedProxies);
  return (request) => {
    const remoteAddress = request.socket.remoteAddress ?? "127.0.0.1";
    const reported = proxyAddr(request, isTrusted);
    const ipAddress = (isIP(reported) ? reported : remoteAddress).replace(/^::ffff:(?=\d+\.)/, "");
    if (!isTrusted(remoteAddress, 0)) for (const name of forwardingHeaders) removeHeader(request, name);
    removeHeader(request, "x-forwarded-for");
    request.headers["x-forwarded-for"] = ipAddress;
    request.rawHeaders.push("X-Forwarded-For", ipAddress);
  };
}

/** Removes a header from both places where Node stores it. */
function removeHeader(request: IncomingMessage, name: string): void {
  if (!(name in request.headers)) return;
  delete request.headers[name];
  const { rawHeaders } = request;
  for (let i = rawHeaders.length - 2; i >= 0; i -= 2) if (rawHeaders[i]?.toLowerCase() === name) rawHeaders.splice(i, 2);
}
