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
    if (!trusts(socket, 0)) for (const name of told) delete request.headers[name];
    request.headers["x-forwarded-for"] = (isIP(claimed) ? claimed : socket).replace(/^::ffff:(?=\d+\.)/, "");
  };
}
