import { beforeAll, expect, test } from "vitest";
import { webhookLimits } from "@/contract/limits";
import { type Api, apiClient } from "@/tests/harness/api";
import { insertApiKey, insertProject } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";

const app = await createTestApp();
const url = "http://127.0.0.1/hooks";

let api: Api;
let webhook: { id: string; secret: string };

beforeAll(async () => {
  const { ctx } = await insertProject(app.ctx);
  api = apiClient(await insertApiKey(ctx, "secret_key", { scopes: ["settings"] }));
  webhook = (await api.post("/webhooks", { url })).data;
});

test("a secret is rotated by a request without a body, and a webhook isn't resumed by one", async () => {
  const rotated = await api.call("POST", `/webhooks/${webhook.id}/rotate-secret`);
  expect(rotated).toMatchObject({
    status: 200,
    data: { secret: expect.stringMatching(/^whsec_/), previousSecretUntil: expect.any(String) },
  });
  expect(rotated.data.secret).not.toBe(webhook.secret);
  await api.call("POST", `/webhooks/${webhook.id}/pause`);
  for (const body of [undefined, {}])
    expect(await api.call("POST", `/webhooks/${webhook.id}/resume`, { body })).toMatchObject({
      error: "invalid_input",
      fields: { missed: ["is required"] },
    });
  expect((await api.get(`/webhooks/${webhook.id}`)).data.status).toBe("paused");
  expect((await api.call("POST", `/webhooks/${webhook.id}/resume`, { body: "{" })).error).toBe("invalid_json");
});

test.each([
  ["events", { events: ["code.claimed", "code.claim"] }, { "events.1": [expect.stringMatching(/^must be one of .*code\.claimed/)] }],
  ["url", { url: `${url}#part` }, { url: [expect.stringContaining("fragment")] }],
  ["url", { url: `${url}?…` }, { url: [expect.stringContaining("whole URL")] }],
  ["url", { url: "http://169.254.169.254/" }, { url: [expect.stringContaining("No setting allows it")] }],
])("a request with wrong %s is told what is wrong: %j", async (_, input, fields) => {
  for (const answer of [
    await api.post("/webhooks", { url, ...input }),
    await api.call("PATCH", `/webhooks/${webhook.id}`, { body: input }),
  ])
    expect(answer).toMatchObject({ status: 400, error: "invalid_input", fields });
});

test("a setting that someone else changed isn't replaced by a request that expects another value", async () => {
  const { id } = (await api.post("/webhooks", { url, description: "Shop", events: ["code.claimed"], filter: { tag: "vip" } })).data;
  const update = (body: object) => api.call("PATCH", `/webhooks/${id}`, { body });
  const read = {
    url,
    description: "Shop",
    events: ["code.claimed"],
    filter: { tag: "vip" },
    texts: {},
    dailySummary: false,
    original: false,
  };
  expect(await update({ filter: { tag: "press" }, original: true, expected: read })).toMatchObject({
    status: 200,
    data: { filter: { tag: "press" }, format: "original" },
  });
  for (const changes of [{ filter: {} }, { original: false }, { description: "CRM", filter: { tag: "vip" } }])
    expect(await update({ ...changes, expected: read }), JSON.stringify(changes)).toMatchObject({ status: 409, error: "webhook_changed" });
  expect((await update({ description: "CRM", expected: read })).data).toMatchObject({ description: "CRM", filter: { tag: "press" } });
  expect((await update({ url: `${url}?key=secret`, expected: read })).data.url).toBe(`${url}?…`);
  expect((await update({ url, expected: { url: `${url}?…` } })).status).toBe(200);
  const secretUrl = (last: string) => `${url}?signature=0123456789abcdef${last}`;
  expect((await update({ url: secretUrl("mine") })).data.url).toBe(`${url}?…mine`);
  expect(await update({ url: secretUrl("ours"), expected: { url: `${url}?…` } })).toMatchObject({ error: "webhook_changed" });
  const [first, second] = await Promise.all(
    ["Mine", "Theirs"].map((description) => update({ description, expected: { description: "CRM" } })),
  );
  expect([first?.status, second?.status].toSorted()).toEqual([200, 409]);
});

test("events are recovered only of a period that ends after it starts", async () => {
  const recover = (since: string, until: string) => api.post(`/webhooks/${webhook.id}/recover`, { since, until });
  for (const until of ["2026-11-20T00:00:00Z", "2026-11-20T01:00:00+01:00", "2026-11-19T23:59:59Z"])
    expect((await recover("2026-11-20T00:00:00Z", until)).fields).toEqual({ until: ["must be after `since`"] });
  expect((await recover("2026-11-20T00:00:00Z", "2026-11-20T00:00:00-01:00")).status).toBe(200);
});

test("a project that has as many webhooks as it can have is told how many that is", async () => {
  const { ctx } = await insertProject(app.ctx);
  const full = apiClient(await insertApiKey(ctx, "secret_key", { scopes: ["settings"] }));
  for (let n = 0; n < webhookLimits.perProject; n++) expect((await full.post("/webhooks", { url })).status).toBe(200);
  expect(await full.post("/webhooks", { url })).toMatchObject({
    error: "too_many_webhooks",
    message: expect.stringContaining(` ${webhookLimits.perProject} webhooks`),
  });
});
