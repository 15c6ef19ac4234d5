import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { handleRequests } from "./bench-process";

// Receives webhooks at /0, /1 and so on, and discards them. /hang answers nothing.
const received = new Map<string, { count: number; firstAt: number; lastAt: number; codes: Map<string, number> }>();

const server = createServer((request, response) => {
  const path = request.url ?? "";
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    if (path === "/hang") return;
    const at = Date.now();
    const state = received.get(path) ?? { count: 0, firstAt: at, lastAt: at, codes: new Map() };
    received.set(path, state);
    state.count++;
    state.lastAt = at;
    const code = isTiming ? /"code":"([^"]+)"/.exec(body)?.[1] : undefined;
    if (code !== undefined) state.codes.set(code, at);
    response.end("ok");
  });
});
server.keepAliveTimeout = 60_000;
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

let isTiming = false;

/** What a path received. `codes`: when the event of each code arrived, by the machine's clock. */
export type ReceiverReport = { port: number; count: number; perSecond: number; codes: [string, number][] };

/** Waits until `count` requests to a path have arrived, then returns and resets what it received. `time` keeps the times of codes from now on. */
handleRequests(
  async ({ path = "/0", count = 0, time = false }: { path?: string; count?: number; time?: boolean }): Promise<ReceiverReport> => {
    const { port } = server.address() as AddressInfo;
    for (const deadline = Date.now() + 600_000; (received.get(path)?.count ?? 0) < count && Date.now() < deadline; )
      await new Promise((resolve) => setTimeout(resolve, 10));
    const { count: total = 0, firstAt = 0, lastAt = 0, codes = [] } = received.get(path) ?? {};
    received.delete(path);
    isTiming = time;
    return { port, count: total, perSecond: total / ((lastAt - firstAt) / 1000), codes: [...codes] };
  },
);
