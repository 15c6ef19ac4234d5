import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { environmentVariable } from "@/lib/env";

/** All messages to an email, oldest first. */
export async function emailsTo(email: string): Promise<Email[]> {
  const folder = environmentVariable("E2E_INBOX") ?? "";
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".eml"))
    .sort();
  const emails = await Promise.all(files.map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
  return emails.filter((message) => message.to?.some((to) => to.address?.toLowerCase() === email.toLowerCase()));
}

/** Waits up to a minute for a message to an email: the first, or the one with the given number. */
export async function waitForEmail(email: string, index = 1): Promise<Email> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const message = (await emailsTo(email))[index - 1];
    if (message) return message;
  }
  throw new Error(`No email to ${email} arrived within a minute.`);
}
