import { describe, expect, test } from "vitest";
import { acceptsIdempotencyKey, acceptsKeys } from "@/contract/endpoint";
import { endpoints } from "@/contract/index";
import { truthChecks } from "@/core/stored-responses/index";
import { callRoute } from "./harness/api";
import { insertApiKey, insertCode, uniqueId } from "./harness/factories";
import { createCookie } from "./harness/staff";
import { createTestApp } from "./harness/test-app";
import { codeCases } from "./stored-responses/code-cases";
import { leadCases } from "./stored-responses/lead-cases";
import { otherCases } from "./stored-responses/other-cases";
import { sendCases } from "./stored-responses/send-cases";
import { staffCases } from "./stored-responses/staff-cases";
import { type Cases, createTools } from "./stored-responses/tools";

const app = await createTestApp();
const { ctx } = app;
const secretKey = await insertApiKey(ctx, "secret_key", { scopes: ["everything", "settings"] });
const cookie = await createCookie(ctx, { role: "owner" });
const tools = createTools({ ...app, secretKey, cookie });
const { api, patchCode } = tools;

const cases: Cases = { ...codeCases(tools), ...leadCases(tools), ...sendCases(tools), ...otherCases(tools), ...staffCases(tools) };

const withoutKeys = Object.values(endpoints).flatMap((endpoint) => (acceptsKeys(endpoint) ? [] : [`${endpoint.method} ${endpoint.path}`]));
const writes = Object.values(endpoints).flatMap((endpoint) =>
  acceptsIdempotencyKey(endpoint) && !endpoint.isRead ? [`${endpoint.method} ${endpoint.path}`] : [],
);
const alwaysTrue = Object.entries(truthChecks).flatMap(([call, check]) => (typeof check === "function" ? [] : [call]));

describe("do, undo, repeat", () => {
  test("knows every write that accepts an Idempotency-Key, and tries each that can be undone", () => {
    expect(Object.keys(truthChecks).sort()).toEqual([...writes].sort());
    const tried = Object.keys(cases);
    expect([...new Set([...tried, ...alwaysTrue])].sort()).toEqual([...writes].sort());
    for (const check of Object.values(truthChecks)) if (typeof check !== "function") expect(check.reason).toMatch(/^[A-Z].+\.$/);
  });

  const rows = Object.entries(cases).flatMap(([call, ways]) => Object.entries(ways).map(([undo, create]) => [call, undo, create] as const));
  test.each(rows)("%s isn't answered again after %s", async (call, _, create) => {
    const [method = ""] = call.split(" ");
    const { path, body, headers = {}, undo } = await create();
    const credential = withoutKeys.includes(call) ? { cookie } : { key: secretKey };
    const request = () => callRoute(method, path, { ...credential, body, headers: { ...headers, "idempotency-key": key } });
    const key = uniqueId();
    const first = await request();
    const text = await first.text();
    expect([first.status, first.status === 200 ? "" : text]).toEqual([200, ""]);
    const repeated = await request();
    expect([await repeated.text(), repeated.headers.get("idempotent-replayed")]).toEqual([text, "true"]);
    const undone = await undo(JSON.parse(text).data);
    const responses = (Array.isArray(undone) ? undone : [undone]).filter((response) => response instanceof Object && "error" in response);
    expect(responses.map(({ error }) => error)).toEqual(responses.map(() => undefined));
    const after = await request();
    expect([after.status, JSON.parse(await after.text()).error]).toEqual([410, "idempotency_erased"]);
  });
});

test("reads with a body ignore the key, so that their answers are never old", async () => {
  const code = await insertCode(ctx);
  const headers = { "idempotency-key": uniqueId() };
  await api.post("/codes/lookup", { codes: [code] }, { headers });
  await patchCode(code, { paused: true });
  const again = await api.post("/codes/lookup", { codes: [code] }, { headers });
  expect(again.data).toMatchObject([{ status: "paused" }]);
  expect(again.headers.get("idempotent-replayed")).toBeNull();
});
