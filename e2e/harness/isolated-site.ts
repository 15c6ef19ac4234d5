import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSmtpServer } from "./smtp-server";
import { test as shared } from "./fixtures";
import { owner } from "./site";
import { type Site, startSite } from "./start-site";

/**
 * For specs that change what holds for the whole product: they have one of their own, with an inbox of its own, which `site()` and `nextMail()`
 * find too. Playwright gives such specs a process of their own, so that nothing of it reaches others.
 */
export const test = shared.extend<{ baseURL: string }, { ownSite: Site }>({
  ownSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "gatehouse-e2e-own-"));
      const inbox = await startSmtpServer(join(folder, "inbox"));
      const env = { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password };
      const site = await startSite({ dataFolder: join(folder, "data"), smtpUrl: inbox.url, env });
      Object.assign(process.env, {
        E2E_BASE_URL: site.baseUrl,
        E2E_PUBLIC_KEY: site.publicKey,
        E2E_SECRET_KEY: site.secretKey,
        E2E_INBOX: inbox.folder,
      });
      await use(site);
      await site.stop();
      await inbox.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", auto: true, timeout: 120_000 },
  ],
  baseURL: ({ ownSite }, use) => use(ownSite.baseUrl),
});
