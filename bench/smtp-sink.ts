import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { handleRequests } from "./bench-process";

// An SMTP server that accepts every email and discards it.
let received = 0;
let bytes = 0;
let firstAt = 0;
let lastAt = 0;

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  disableReverseLookup: true,
  logger: false,
  onData(stream, _session, done) {
    stream.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    stream.on("end", () => {
      received++;
      lastAt = performance.now();
      firstAt ||= lastAt;
      done();
    });
  },
});
server.on("error", () => {});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

export type SinkReport = { port: number; received: number; bytes: number; perSecond: number };

/** Waits until `count` emails have arrived, for at most a minute, then returns and resets the counters. */
handleRequests(async ({ count }: { count: number }): Promise<SinkReport> => {
  const { port } = server.server.address() as AddressInfo;
  if (count > 0) {
    for (const deadline = performance.now() + 60_000; received < count && performance.now() < deadline; )
      await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const report = { port, received, bytes, perSecond: (received - 1) / ((lastAt - firstAt) / 1000) };
  received = bytes = firstAt = lastAt = 0;
  return report;
});
