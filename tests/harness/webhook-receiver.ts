import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { FeedEvent } from "@/contract/event-feed";

export type ReceivedRequest = { headers: IncomingHttpHeaders; body: string; event: FeedEvent; at: number };

/** How a receiver answers. */
export type Answer = (response: ServerResponse, request: ReceivedRequest, socket: Socket) => void;

const stops = new Set<() => void>();

/** Stops the receivers that were started. */
export function stopReceivers(): void {
  for (const stop of stops) stop();
  stops.clear();
}

/** Starts a server that keeps what webhooks send it. `answer` can be replaced while it runs. */
export async function startReceiver(answer: Answer = (response) => response.end("ok")) {
  const requests: ReceivedRequest[] = [];
  const receiver = { answer };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const received = { headers: request.headers, body, event: JSON.parse(body) as FeedEvent, at: performance.now() };
      requests.push(received);
      receiver.answer(response, received, request.socket);
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  stops.add(stop);
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    requests,
    /** The events of the requests, in their order. */
    events: () => requests.map(({ event }) => event),
    ids: () => requests.map(({ headers }) => headers["webhook-id"]),
    stop,
  });
}
