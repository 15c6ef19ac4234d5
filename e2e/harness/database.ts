import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { environmentVariable } from "@/lib/env";
import { site } from "./site";

/** `DATABASE_URL` is the URL of a role that can only read and write rows. */
type DatabaseVariables = { DATABASE_URL: string; MIGRATION_DATABASE_URL: string };

/** Creates a migrated database on the PostgreSQL server that all sites of a run share. */
export async function createDatabase(): Promise<DatabaseVariables> {
  const serverUrl = environmentVariable("E2E_DATABASE_SERVER") ?? "";
  const name = `e2e_${randomBytes(6).toString("hex")}`;
  const sql = postgres(serverUrl, { max: 1 });
  await sql`create database ${sql(name)} template migrated strategy file_copy`;
  await sql.unsafe(`create role ${name} login password '${name}'`);
  await sql.end();
  return {
    DATABASE_URL: Object.assign(new URL(serverUrl), { pathname: `/${name}`, username: name, password: name }).href,
    MIGRATION_DATABASE_URL: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href,
  };
}

let connection: { url: string; sql: postgres.Sql } | undefined;

/** Runs a statement in the database of the site under test. */
export async function queryDatabase<Row extends object>(run: (sql: postgres.Sql) => postgres.PendingQuery<postgres.Row[]>): Promise<Row[]> {
  const { databaseUrl: url } = site();
  // The time limit is for tests that hang, so that they say where.
  const options = { max: 1, idle_timeout: 5, onnotice: () => {}, connection: { statement_timeout: 60_000 } };
  if (connection?.url !== url) connection = { url, sql: postgres(url, options) };
  return (await run(connection.sql)) as unknown as Row[];
}
