import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { environmentVariable } from "@/lib/env";

/** Every message that came for `address`, oldest first. */
export async function emailsTo(address: string): Promise<Email[]> {
  const folder = environmentVariable("E2E_INBOX") ?? "";
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".eml"))
    .sort();
  const mails = await Promise.all(files.map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
  return mails.filter((mail) => mail.to?.some((to) => to.address?.toLowerCase() === address.toLowerCase()));
}

/** The first message for `address`, or the one in that place, waited for up to 20 seconds. */
export async function waitForEmail(address: string, place = 1): Promise<Email> {
  for (const until = Date.now() + 20_000; Date.now() < until; await new Promise((next) => setTimeout(next, 100))) {
    const mail = (await emailsTo(address))[place - 1];
    if (mail) return mail;
  }
  throw new Error(`No mail for ${address} came within 20 seconds.`);
}
