import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { freePort } from "@/lib/ports";
import { signUpThroughFaults, startSignUpServer } from "@/tests/harness/sign-up-server";
import { callApi } from "./harness/api";
import { createDatabase } from "./harness/database";
import { startSite } from "./harness/start-site";
import { heavyOnly } from "./harness/tags";

const amount = 1000;

test("1,000 sign-ups end with an account for each claim, over broken connections and with kills on both sides", heavyOnly, async () => {
  test.setTimeout(900_000);
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-e2e-sign-up-"));
  const port = await freePort();
  const env = { ...(await createDatabase()), AUTH_SECRET: randomBytes(32).toString("hex"), WORKER: "off" };
  const start = () => startSite({ dataFolder: folder, smtpUrl: "", port, env });
  let site = await start();
  const { secretKey: key } = site;
  const server = await startSignUpServer(key, (route, request) => fetch(`${site.baseUrl}/api${route}`, request));
  try {
    const generated = await callApi(`${site.baseUrl}/api/codes/generate`, { key, body: { amount, type: "alphanumeric" } });
    const codes = (generated.data as { code: string }[]).map(({ code }) => code);
    expect(codes).toHaveLength(amount);
    const restartSite = async () => {
      await site.kill();
      site = await start();
    };
    const restartServer = async () => {
      await server.kill();
      await server.start();
    };
    let person = 0;
    const accounts = await signUpThroughFaults(server, {
      codes,
      parallel: 20,
      uniqueEmail: () => `person-${++person}@example.org`,
      kills: [restartServer, restartSite, restartServer, restartSite, restartServer, restartSite],
    });
    expect(accounts).toBe(amount);
    const { data } = await callApi(`${site.baseUrl}/api/claims`, { key });
    const claims = (data as { email: string; code: string }[]).map(({ email, code }) => `${email} ${code}`);
    expect(claims).toHaveLength(amount);
    expect(claims.sort()).toEqual(
      server
        .accounts()
        .map(({ email, code }) => `${email} ${code}`)
        .sort(),
    );
  } finally {
    await server.close();
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
