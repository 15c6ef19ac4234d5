import { rmSync } from "node:fs";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { bundleIfNeeded } from "@/cli/bundle.mjs";
import { startEmbeddedPostgres } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { createDatabaseFolder } from "./temporary-folder";

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL of the server's maintenance database, in which tests run CREATE DATABASE. */
    serverUrl: string;
  }
}

/** `uuidv7()` of PostgreSQL 18, which only tests use. */
const uuidv7Function = `create function uuidv7(shift interval default '0') returns uuid volatile language sql as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(floor(extract(epoch from clock_timestamp() + shift) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid $$`;

/**
 * Starts a PostgreSQL server for a whole run, with a migrated database named `migrated` that tests clone. With `TEST_DATABASE_URL`, the URL of
 * a superuser's maintenance database, it uses that server instead.
 */
export async function startDatabaseServer(): Promise<{ serverUrl: string; stop(): Promise<void> }> {
  const { serverUrl, stop } = process.env.TEST_DATABASE_URL
    ? { serverUrl: process.env.TEST_DATABASE_URL, stop: async () => {} }
    : await startEmbeddedServer();
  const migratedUrl = Object.assign(new URL(serverUrl), { pathname: "/migrated" }).href;
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await sql`drop database if exists migrated with (force)`;
  await sql`create database migrated`;
  await migrate(migratedUrl);
  const migrated = postgres(migratedUrl, { max: 1 });
  const [{ exists } = { exists: true }] = await migrated`select exists (select from pg_proc where proname = 'uuidv7') as exists`;
  if (!exists) await migrated.unsafe(uuidv7Function);
  await migrated.end();
  // PostgreSQL can't clone a database that has connections.
  await sql`alter database migrated with allow_connections false`;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'migrated'`;
  await sql.end();
  return { serverUrl, stop };
}

async function startEmbeddedServer(): Promise<{ serverUrl: string; stop(): Promise<void> }> {
  const directory = createDatabaseFolder();
  const server = await startEmbeddedPostgres({ directory, disposable: true, settings: { max_connections: "400" } });
  return {
    serverUrl: server.databaseUrl("postgres"),
    async stop() {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Bundles the processes that tests start, starts the server before the run of Vitest and stops it afterwards. */
export default async function globalSetup(project: TestProject) {
  // Uploaded files are read in a process of their own.
  await bundleIfNeeded(process.cwd());
  const { serverUrl, stop } = await startDatabaseServer();
  project.provide("serverUrl", serverUrl);
  return stop;
}
