import { expect, test } from "vitest";
import { createTestDatabase } from "@/tests/harness/test-database";
import { openDatabase } from "./client";
import { migrate } from "./migrate";
import { checkServer, requireSupportedVersion } from "./server-check";

const { db, url } = await createTestDatabase();

test("PostgreSQL 15 and later are accepted, and an older version is named", async () => {
  await checkServer(db, url);
  requireSupportedVersion(150_000, "15.0");
  const message = "Gatehouse requires PostgreSQL 15 or later. The database in DATABASE_URL runs PostgreSQL 14.19 (Debian).";
  expect(() => requireSupportedVersion(140_019, "14.19 (Debian)")).toThrow(message);
});

test("the error of a refused connection names the setting and the database, without the password", async () => {
  const error = await migrate("postgres://gatehouse:hidden@127.0.0.1:1/codes").catch((thrown: Error) => thrown);
  expect(String(error)).toMatch(/^Error: Can't connect to the database in DATABASE_URL \(127\.0\.0\.1:1\/codes\): .*ECONNREFUSED/);
  expect(String(error)).not.toContain("hidden");
});

test("the error of a database that doesn't exist names the setting", async () => {
  const missing = Object.assign(new URL(url), { pathname: "/nowhere" }).href;
  const pool = openDatabase(missing, { max: 1 });
  await expect(checkServer(pool.db, missing)).rejects.toThrow(/DATABASE_URL .*"nowhere" does not exist/);
  await pool.close();
});
