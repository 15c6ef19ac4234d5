import { createWriteStream, mkdirSync, renameSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { SMTPServer } from "smtp-server";

/**
 * A mail server on loopback that keeps every message as a file. It refuses the first message to an address that begins with `refused-`,
 * and puts off all to those that begin with `later-`.
 */
export async function startSmtpServer(folder: string): Promise<{ url: string; folder: string; stop(): Promise<void> }> {
  mkdirSync(folder, { recursive: true });
  let count = 0;
  const refused = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, done) {
      const answer = (responseCode: number, words: string) => done(Object.assign(new Error(words), { responseCode }));
      if (address.startsWith("later-")) return answer(451, "4.7.1 Come back later");
      if (!address.startsWith("refused-") || refused.has(address)) return done();
      refused.add(address);
      answer(550, "5.1.1 There is no such mailbox here");
    },
    onData(stream, _session, done) {
      const file = join(folder, `${String(++count).padStart(6, "0")}.eml`);
      pipeline(stream, createWriteStream(`${file}.part`)).then(() => {
        // Readers see whole messages only.
        renameSync(`${file}.part`, file);
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, folder, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}
