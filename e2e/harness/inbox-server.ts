import { createWriteStream, mkdirSync, renameSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { SMTPServer } from "smtp-server";

/** A mail server on loopback that keeps every message as a file. */
export async function startInbox(folder: string): Promise<{ url: string; folder: string; stop(): Promise<void> }> {
  mkdirSync(folder, { recursive: true });
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
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
