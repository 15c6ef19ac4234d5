import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll } from "vitest";
import { callRoute } from "./api";

/** Headers of one connection. */
const hopHeaders = new Set(["host", "connection", "content-length", "transfer-encoding", "expect", "keep-alive"]);

/** How a connection breaks: before the request arrives, after it was handled, or in the middle of its answer. */
export type Break = "before" | "after" | "cut off";

/** Loses the answer to the first request with an `Idempotency-Key` that contains `lost`. */
function loseFirstAnswer(): (key: string) => Break | null {
  const lost = new Set<string>();
  return (key) => {
    if (!key.includes("lost") || lost.has(key)) return null;
    lost.add(key);
    return "after";
  };
}

/**
 * Serves the API of this process on loopback, until the tests of the file have ended. `breaks` gets the `Idempotency-Key` of each request, and
 * says how its connection breaks.
 */
export async function serveApi(breaks = loseFirstAnswer()): Promise<string> {
  const server = createServer(async (request, response) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) => (hopHeaders.has(name) ? [] : [[name, String(value)]])),
    );
    const body = await buffer(request);
    const broken = breaks(headers["idempotency-key"] ?? "");
    if (broken === "before") return request.socket.destroy();
    const path = (request.url ?? "").replace(/^\/api/, "");
    const reply = await callRoute(request.method ?? "", path, { headers, body: body.length > 0 ? body : undefined });
    if (broken === "after") {
      await reply.arrayBuffer();
      return request.socket.destroy();
    }
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    for await (const chunk of reply.body ?? []) {
      if (broken === "cut off") return response.write(chunk.slice(0, 20), () => request.socket.destroy());
      response.write(chunk);
    }
    response.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
