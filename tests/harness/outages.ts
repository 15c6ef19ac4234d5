import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll } from "vitest";

/** How Gatehouse is away: no connection, no answer, half an answer, or the page of a proxy instead. */
export const outages = ["refused", "silent", "cut off", "page", "error page"] as const;
export type Outage = (typeof outages)[number];

/** Forwards requests to `gatehouse` until the tests of the file have ended, except during an outage. */
export async function startConnection(gatehouse: string): Promise<{ url: string; outage: Outage | null }> {
  const connection: { url: string; outage: Outage | null } = { url: "", outage: null };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { outage } = connection;
    if (outage === "refused") return request.socket.destroy();
    if (outage === "silent") return;
    const page = { "content-type": "text/html" };
    if (outage === "page") return response.writeHead(200, page).end("<title>Sign in</title>");
    if (outage === "error page") return response.writeHead(502, page).end("<title>Bad gateway</title>");
    const { authorization = "", "content-type": contentType = "", "idempotency-key": key } = request.headers;
    const headers = { authorization, "content-type": contentType, ...(key !== undefined && { "idempotency-key": String(key) }) };
    const reply = await fetch(`${gatehouse}${request.url}`, { method: request.method ?? "POST", headers, ...(body !== "" && { body }) });
    const answer = await reply.text();
    response.writeHead(reply.status, { "content-type": "application/json", "content-length": Buffer.byteLength(answer) });
    if (outage === "cut off") return response.write(answer.slice(0, 30), () => request.socket.destroy());
    response.end(answer);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  connection.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return connection;
}
