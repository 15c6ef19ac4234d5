import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { buildForNext, ourServer, startServers } from "./harness/servers";
import { heavyOnly } from "./harness/tags";

test("Next's own server serves documented endpoints, without ours", heavyOnly, async () => {
  test.setTimeout(300_000);
  const { baseUrls, secretKey, stop } = await startServers(await buildForNext());
  try {
    const call = async (path: string, body?: object) => {
      const response = await fetch(`${baseUrls[0]}/api${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      return { status: response.status, requestId: response.headers.get("x-request-id"), ...(await response.json()) };
    };
    const lead = await call("/leads/create", { email: "ada@example.org", firstname: "Ada" });
    expect(lead).toMatchObject({ status: 200, success: true, data: { email: "ada@example.org" } });
    const generated = await call("/codes/generate", { amount: 2, type: "creative" });
    const [{ code }] = generated.data;
    expect(await call(`/codes/${code}`)).toMatchObject({ success: true, data: { code } });
    expect(await call("/codes/claim", { code, email: "ada@example.org" })).toMatchObject({ success: true });
    expect(await call("/codes/claim", { code, email: "grace@example.org" })).toMatchObject({ success: false });
    expect((await call("/leads")).data).toHaveLength(1);
    expect(await call("/codes/no-such-code")).toMatchObject({ status: 404, error: "code_not_found" });
    expect(await call("/no-such-path")).toMatchObject({ status: 404, error: "not_found" });
    expect((await call("/health/ready")).requestId).toMatch(/^[0-9a-f-]{36}$/);
  } finally {
    await stop();
  }
});

test("the server has metrics, and responds with 503 on staff pages while the database is unavailable", heavyOnly, async () => {
  const { baseUrls, stopDatabase, stop } = await startServers(ourServer);
  try {
    expect((await fetch(`${baseUrls[0]}/sign-in`)).status).toBe(200);
    const metrics = async () => (await fetch(`${baseUrls[0]}/metrics`)).text();
    expect(await metrics()).toContain('gatehouse_http_request_duration_seconds_count{endpoint="/health/ready",method="GET",status="2xx"}');
    expect(await metrics()).toContain("gatehouse_database_up 1");
    await stopDatabase();
    for (const path of ["/sign-in", "/dashboard", "/dashboard/codes"]) {
      const response = await fetch(baseUrls[0] + path, { redirect: "manual", signal: AbortSignal.timeout(5_000) });
      expect([path, response.status, response.headers.get("retry-after")]).toEqual([path, 503, "5"]);
      expect(await response.text()).toContain("unavailable");
    }
    expect((await fetch(`${baseUrls[0]}/docs`)).status).toBe(200);
  } finally {
    await stop();
  }
});

test("our server reads next.config.ts without Next's compiler, which would take 23 MB", heavyOnly, async () => {
  test.skip(process.platform !== "linux", "reads the loaded libraries from /proc");
  const { baseUrls, processIds, stop } = await startServers(ourServer);
  try {
    // Next is ready when it answers a page.
    expect((await fetch(`${baseUrls[0]}/docs`)).status).toBe(200);
    const libraries = readFileSync(`/proc/${processIds[0]}/maps`, "utf8");
    expect(libraries).toContain("node");
    expect(libraries).not.toContain("next-swc");
  } finally {
    await stop();
  }
});
