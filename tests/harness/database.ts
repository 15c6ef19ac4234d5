import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "@/db/embedded";
import { migrate } from "@/db/migrate";

declare module "vitest" {
  export interface ProvidedContext {
    /** The database server's own database, from which the tests make theirs. */
    serverUrl: string;
  }
}

export const template = "migrated";

/** One PostgreSQL for the whole run, with a migrated database in it that the test files clone. */
export default async function database(project: TestProject) {
  const directory = mkdtempSync(join(tmpdir(), "gatehouse-tests-"));
  const server = await startEmbedded({ directory, disposable: true, settings: { max_connections: "400" } });
  const sql = postgres(server.urlOf("postgres"), { max: 1, onnotice: () => {} });
  await sql`create database ${sql(template)}`;
  await migrate(server.urlOf(template));
  // A database that anyone is connected to cannot be cloned.
  await sql`alter database ${sql(template)} with allow_connections false`;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${template}`;
  await sql.end();
  project.provide("serverUrl", server.urlOf("postgres"));
  return async () => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}
