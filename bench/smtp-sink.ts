import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { answerQuestions } from "./helper";

// Takes every message and keeps none.
let taken = 0;
let bytes = 0;
let first = 0;
let last = 0;

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
      taken++;
      last = performance.now();
      first ||= last;
      done();
    });
  },
});
server.on("error", () => {});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

export type Taken = { port: number; taken: number; bytes: number; perSecond: number };

/** `count`: forget what came so far, and answer when `count` messages have come, or after a minute. */
answerQuestions(async ({ count }: { count: number }): Promise<Taken> => {
  const { port } = server.server.address() as AddressInfo;
  if (count > 0) {
    for (const until = performance.now() + 60_000; taken < count && performance.now() < until; )
      await new Promise((next) => setTimeout(next, 20));
  }
  const answer = { port, taken, bytes, perSecond: (taken - 1) / ((last - first) / 1000) };
  taken = bytes = first = last = 0;
  return answer;
});
