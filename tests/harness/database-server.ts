import { rmSync } from "node:fs";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { createDatabaseFolder } from "./temporary-folder";

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL of the server's maintenance database, in which tests run CREATE DATABASE. */
    serverUrl: string;
  }
}

/** Starts a PostgreSQL server for a whole run, with a migrated database named `migrated` that tests clone. */
export async function startDatabaseServer(): Promise<{ serverUrl: string; stop(): Promise<void> }> {
  const directory = createDatabaseFolder();
  const server = await startEmbeddedPostgres({ directory, disposable: true, settings: { max_connections: "400" } });
  const serverUrl = server.databaseUrl("postgres");
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await sql`create database migrated`;
  await migrate(server.databaseUrl("migrated"));
  // PostgreSQL can't clone a database that has connections.
  await sql`alter database migrated with allow_connections false`;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'migrated'`;
  await sql.end();
  return {
    serverUrl,
    async stop() {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Starts the server before the run of Vitest and stops it afterwards. */
export default async function globalSetup(project: TestProject) {
  const { serverUrl, stop } = await startDatabaseServer();
  project.provide("serverUrl", serverUrl);
  return stop;
}
