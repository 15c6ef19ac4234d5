import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll } from "vitest";
import { callRoute } from "./api";

/** Headers of one connection. */
const hopHeaders = new Set(["host", "connection", "content-length", "transfer-encoding", "expect", "keep-alive"]);

/**
 * Serves the API of this process on loopback, until the tests of the file have ended. The answer to the first request with an `Idempotency-Key`
 * that contains `lost` never arrives.
 */
export async function serveApi(): Promise<string> {
  const lost = new Set<string>();
  const server = createServer(async (request, response) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) => (hopHeaders.has(name) ? [] : [[name, String(value)]])),
    );
    const body = await buffer(request);
    const path = (request.url ?? "").replace(/^\/api/, "");
    const reply = await callRoute(request.method ?? "", path, { headers, body: body.length > 0 ? body : undefined });
    const key = headers["idempotency-key"] ?? "";
    if (key.includes("lost") && !lost.has(key)) {
      lost.add(key);
      await reply.arrayBuffer();
      request.socket.destroy();
      return;
    }
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    for await (const chunk of reply.body ?? []) response.write(chunk);
    response.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
