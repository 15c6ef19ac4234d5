import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import proxyAddr from "proxy-addr";

const told = ["forwarded", "x-real-ip", "x-client-ip", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port"];

/** Makes `X-Forwarded-For` the one address we believe the client has: what trusted proxies say, else the socket's. Next passes on whatever a client writes there. */
export function clientOf(trustedProxies: string[]): (request: IncomingMessage) => void {
  const trusts = proxyAddr.compile(trustedProxies);
  return (request) => {
    const socket = request.socket.remoteAddress ?? "127.0.0.1";
    const claimed = proxyAddr(request, trusts);
    const address = (isIP(claimed) ? claimed : socket).replace(/^::ffff:(?=\d+\.)/, "");
    if (!trusts(socket, 0)) for (const name of told) remove(request, name);
    remove(request, "x-forwarded-for");
    request.headers["x-forwarded-for"] = address;
    request.rawHeaders.push("X-Forwarded-For", address);
  };
}

/** Takes a header out of both places where Node keeps it: what reads a request may look into either. */
function remove(request: IncomingMessage, name: string): void {
  if (!(name in request.headers)) return;
  delete request.headers[name];
  const { rawHeaders } = request;
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) if (rawHeaders[at]?.toLowerCase() === name) rawHeaders.splice(at, 2);
}
