import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDatabaseServer } from "@/tests/harness/database-server";
import { createDatabase } from "./database";
import { authSecret, owner } from "./site";
import { startSmtpServer } from "./smtp-server";
import { startSite } from "./start-site";

/** Starts PostgreSQL, an inbox and the built site on free ports. The specs find them through `site()` and the inbox helpers. */
export default async function globalSetup() {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-e2e-"));
  const server = await startDatabaseServer();
  process.env.E2E_DATABASE_SERVER = server.serverUrl;
  const database = await createDatabase();
  const inbox = await startSmtpServer(join(folder, "inbox"));
  const site = await startSite({
    dataFolder: join(folder, "data"),
    smtpUrl: inbox.url,
    env: { ...database, AUTH_SECRET: authSecret, OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password },
  });
  Object.assign(process.env, {
    E2E_BASE_URL: site.baseUrl,
    E2E_PUBLIC_KEY: site.publicKey,
    E2E_SECRET_KEY: site.secretKey,
    E2E_DATABASE_URL: database.MIGRATION_DATABASE_URL,
    AUTH_SECRET: authSecret,
    E2E_INBOX: inbox.folder,
  });
  return async () => {
    await site.stop();
    await inbox.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
