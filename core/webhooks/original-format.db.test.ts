import { beforeAll, expect, test } from "vitest";
import type { FeedEvent } from "@/contract/event-feed";
import type { EventType } from "@/contract/event-types";
import { type Api, apiClient } from "@/tests/harness/api";
import { insertApiKey, insertProject, type Project, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { readFeed } from "../events/feed";
import { originalBody, originalHeaders } from "./original-format";

const app = await createTestApp();

let project: Project;
let api: Api;

beforeAll(async () => {
  project = await insertProject(app.ctx);
  api = apiClient(project.secretKey);
});

const feed = async (): Promise<readonly FeedEvent[]> => (await readFeed(project.ctx, { limit: 1000 })).items;

/** Makes changes, and returns the ID of the last event of a type, once no transaction is open. */
async function eventId(type: EventType, change: () => Promise<unknown>): Promise<string> {
  const earlier = new Set((await feed()).map(({ id }) => id));
  await change();
  const find = async () => (await feed()).findLast((event) => event.type === type && !earlier.has(event.id))?.id;
  await expect.poll(find).toBeDefined();
  return (await find()) ?? expect.fail();
}

const construct = (event: string, client = api) => client.post("/webhooks/construct", { event });

test("a new lead is LEAD_CREATION with the lead", async () => {
  const email = uniqueEmail();
  const id = await eventId("lead.created", () => api.post("/leads/create", { email, firstname: "Ada" }));
  const lead = (await api.get(`/leads/email/${email}`)).data;
  expect(await construct(id)).toMatchObject({ status: 200, data: { event: "LEAD_CREATION", data: lead } });
  expect((await construct(id.toUpperCase())).data).toEqual({ event: "LEAD_CREATION", data: lead });
});

test("a claim by a new lead is CODE_CLAIM with both, and LEAD_CREATION", async () => {
  const email = uniqueEmail();
  const { code } = (await api.post("/codes/generate", { amount: 1 })).data[0];
  const claim = await eventId("code.claimed", () => api.post("/codes/claim", { code, email }));
  const lead = (await api.get(`/leads/email/${email}`)).data;
  const [record] = (await api.post("/codes/lookup", { codes: [code] })).data;
  expect((await construct(claim)).data).toEqual({ event: "CODE_CLAIM", data: { lead, code: record } });
  const events = (await feed()).filter(({ id }) => id >= claim.slice(0, 19));
  const idOf = (type: EventType) => events.findLast((event) => event.type === type)?.id ?? expect.fail();
  expect((await construct(idOf("lead.created"))).data).toEqual({ event: "LEAD_CREATION", data: lead });
  // The original service had none for this, which is stored with the claim.
  expect(await construct(idOf("code.exhausted"))).toMatchObject({ status: 404, error: "event_not_found" });
});

test("new codes are CODE_CREATION with the first that exists", async () => {
  let codes: { code: string }[] = [];
  const id = await eventId("codes.generated", async () => {
    codes = (await api.post("/codes/generate", { amount: 3 })).data;
  });
  const [first, second] = codes.map(({ code }) => code);
  const [record] = (await api.post("/codes/lookup", { codes: [first] })).data;
  expect((await construct(id)).data).toEqual({ event: "CODE_CREATION", data: record });
  await api.call("DELETE", "/codes/delete", { body: { code: first } });
  expect((await construct(id)).data).toMatchObject({ event: "CODE_CREATION", data: { code: second } });
});

test("an event is not found if it doesn't exist, is of another project, or its lead was deleted", async () => {
  const email = uniqueEmail();
  const id = await eventId("lead.created", () => api.post("/leads/create", { email }));
  const other = await insertProject(app.ctx);
  expect(await construct(id, apiClient(other.secretKey))).toMatchObject({ status: 404, error: "event_not_found" });
  expect(await construct("019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66")).toMatchObject({ status: 404, error: "event_not_found" });
  await api.call("DELETE", "/leads/delete", { body: { email } });
  expect(await construct(id)).toMatchObject({ status: 404, error: "event_not_found" });
  await api.post("/leads/create", { email });
  expect(await construct(id)).toMatchObject({ status: 404, error: "event_not_found" });
  expect(await construct("x")).toMatchObject({ status: 400, error: "invalid_input" });
  expect(await construct(id, apiClient("sk_wrong"))).toMatchObject({ status: 401, error: "bad_key" });
});

test("keys with the scopes events, read or everything get events", async () => {
  const id = await eventId("lead.created", () => api.post("/leads/create", { email: uniqueEmail() }));
  for (const scope of ["events", "read", "everything"] as const) {
    const key = await insertApiKey(project.ctx, "secret_key", { scopes: [scope] });
    expect((await construct(id, apiClient(key))).status, scope).toBe(200);
  }
  const key = await insertApiKey(project.ctx, "secret_key", { scopes: ["codes"] });
  expect(await construct(id, apiClient(key))).toMatchObject({ status: 403, error: "scope_required" });
});

test("a request has the ID of the event and the secret, for events that the original service had", () => {
  expect(originalBody({ id: "1", type: "code.claimed" })).toBe('{"event":"1"}');
  expect(originalBody({ id: "1", type: "code.paused" })).toBeNull();
  expect(originalHeaders("secret")).toEqual({ "lancero-signature": "secret" });
});
