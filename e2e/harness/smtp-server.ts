import { createWriteStream, mkdirSync, renameSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { SMTPServer } from "smtp-server";

/**
 * Starts an SMTP server that saves every message as a file. It rejects the first message to an email that begins with `refused-`, every
 * message to an email that begins with `unknown-`, and temporarily every message to an email that begins with `later-`.
 */
export async function startSmtpServer(folder: string): Promise<{ url: string; folder: string; stop(): Promise<void> }> {
  mkdirSync(folder, { recursive: true });
  let count = 0;
  const rejectedOnce = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, callback) {
      const reject = (responseCode: number, message: string) => callback(Object.assign(new Error(message), { responseCode }));
      if (address.startsWith("later-")) return reject(451, "4.7.1 Come back later");
      if (address.startsWith("unknown-")) return reject(550, "5.1.1 There is no such mailbox here");
      if (!address.startsWith("refused-") || rejectedOnce.has(address)) return callback();
      rejectedOnce.add(address);
      reject(550, "5.7.1 We don't accept this message");
    },
    onData(stream, _session, callback) {
      const file = join(folder, `${String(++count).padStart(6, "0")}.eml`);
      pipeline(stream, createWriteStream(`${file}.part`)).then(() => {
        // Renamed when complete, so that readers never see a partial message.
        renameSync(`${file}.part`, file);
        callback();
      }, callback);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, folder, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}
