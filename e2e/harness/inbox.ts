import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { environmentVariable } from "@/lib/env";

/** The messages that were read before, by file. Files never change. */
const parsedEmails = new Map<string, Promise<Email>>();

function readEmail(file: string): Promise<Email> {
  const parsed = parsedEmails.get(file) ?? PostalMime.parse(readFileSync(file));
  parsedEmails.set(file, parsed);
  return parsed;
}

/** All messages to an email, oldest first. */
export async function emailsTo(email: string): Promise<Email[]> {
  const folder = environmentVariable("E2E_INBOX") ?? "";
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".eml"))
    .sort();
  const emails = await Promise.all(files.map((name) => readEmail(join(folder, name))));
  return emails.filter((message) => message.to?.some((to) => to.address?.toLowerCase() === email.toLowerCase()));
}

/** Waits up to a minute for a message to an email: the first, or the one with the given number or subject. */
export async function waitForEmail(email: string, which: number | string = 1): Promise<Email> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const message = (await emailsTo(email)).find(({ subject }, index) => subject === which || index + 1 === which);
    if (message) return message;
  }
  throw new Error(`No email to ${email} arrived within a minute.`);
}
