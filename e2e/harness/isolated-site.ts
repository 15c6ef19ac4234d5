import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase } from "./database";
import { test as baseTest } from "./fixtures";
import { authSecret, owner } from "./site";
import { startSmtpServer } from "./smtp-server";
import { type Site, startSite } from "./start-site";

/**
 * For specs that change settings of the whole project: starts a site and an inbox for the spec that calls it, which `site()` and
 * `waitForEmail()` use. Playwright runs such a spec in processes of its own, because each call makes fixtures of its own.
 */
export const isolatedTest = () =>
  baseTest.extend<{ baseURL: string }, { isolatedSite: Site }>({
    isolatedSite: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from here
      async ({}, use) => {
        const folder = mkdtempSync(join(tmpdir(), "gatehouse-e2e-own-"));
        const inbox = await startSmtpServer(join(folder, "inbox"));
        const database = await createDatabase();
        const env = { ...database, AUTH_SECRET: authSecret, OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password };
        const site = await startSite({ dataFolder: join(folder, "data"), smtpUrl: inbox.url, env });
        Object.assign(process.env, {
          E2E_BASE_URL: site.baseUrl,
          E2E_PUBLIC_KEY: site.publicKey,
          E2E_SECRET_KEY: site.secretKey,
          E2E_DATABASE_URL: database.MIGRATION_DATABASE_URL,
          E2E_INBOX: inbox.folder,
        });
        await use(site);
        await site.stop();
        await inbox.stop();
        rmSync(folder, { recursive: true, force: true });
      },
      { scope: "worker", auto: true, timeout: 180_000 },
    ],
    baseURL: ({ isolatedSite }, use) => use(isolatedSite.baseUrl),
  });
