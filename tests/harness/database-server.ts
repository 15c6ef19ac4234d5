import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "@/db/embedded";
import { migrate } from "@/db/migrate";

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL of the server's maintenance database, in which tests run CREATE DATABASE. */
    serverUrl: string;
  }
}

export const templateDatabase = "migrated";

/** Starts one PostgreSQL server for the whole run, with a migrated database that test files clone. */
export default async function startDatabaseServer(project: TestProject) {
  const directory = mkdtempSync(join(tmpdir(), "gatehouse-tests-"));
  const server = await startEmbeddedPostgres({ directory, disposable: true, settings: { max_connections: "400" } });
  const sql = postgres(server.databaseUrl("postgres"), { max: 1, onnotice: () => {} });
  await sql`create database ${sql(templateDatabase)}`;
  await migrate(server.databaseUrl(templateDatabase));
  // PostgreSQL can't clone a database that has connections.
  await sql`alter database ${sql(templateDatabase)} with allow_connections false`;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${templateDatabase}`;
  await sql.end();
  project.provide("serverUrl", server.databaseUrl("postgres"));
  return async () => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}
