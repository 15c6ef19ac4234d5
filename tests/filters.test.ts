import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { apiClient } from "./harness/api";
import { insertBatch, insertCode, insertLead, insertProject, secondsFromNow } from "./harness/factories";
import { followPages } from "./harness/follow-pages";
import { createTestApp } from "./harness/test-app";

const { ctx } = await createTestApp();

const { ctx: codesCtx, secretKey: codesKey } = await insertProject(ctx);
const pausedBatch = await insertBatch(codesCtx, { paused: true });
const codes = {
  active: await insertCode(codesCtx, { text: "curious-pineapple" }),
  paused: await insertCode(codesCtx, { text: "curious-otter", paused: true }),
  inPausedBatch: await insertCode(codesCtx, { text: "brave-otter", batch: pausedBatch }),
  expired: await insertCode(codesCtx, { text: "123456", type: "numeric", validUntil: secondsFromNow(-60) }),
  exhausted: await insertCode(codesCtx, { text: "bc2df3", type: "alphanumeric", claimedBy: ["ada@example.org"] }),
  scheduled: await insertCode(codesCtx, {
    text: "bc2df4",
    type: "alphanumeric",
    validFrom: secondsFromNow(3600),
    reservedFor: "ada@example.org",
  }),
};

describe("code filters", () => {
  test.each<[string, (keyof typeof codes)[]]>([
    ["status=active", ["active"]],
    ["status=paused", ["paused", "inPausedBatch"]],
    ["status=expired", ["expired"]],
    ["status=exhausted", ["exhausted"]],
    ["status=scheduled", ["scheduled"]],
    ["type=numeric", ["expired"]],
    ["type=creative&status=paused", ["paused", "inPausedBatch"]],
    [`batch=${pausedBatch}`, ["inPausedBatch"]],
    ["reserved=true", ["scheduled"]],
    ["reserved=false&type=alphanumeric", ["exhausted"]],
    ["reservedFor=Ada%40Example.org", ["scheduled"]],
    ["q=Curious-P", ["active"]],
    ["q=curious", ["active", "paused"]],
    ["q=BC2", ["exhausted", "scheduled"]],
    ["q=%25", []],
    ["q=pine", ["active"]],
    ["q=OTTER", ["paused", "inPausedBatch"]],
    ["q=apple", []],
  ])("returns the codes that match %s", async (query, expected) => {
    const { rows, totals } = await followPages(apiClient(codesKey), `/codes?limit=1&${query}`);
    expect(rows.map((row) => row.code).sort()).toEqual(expected.map((name) => codes[name]).sort());
    expect(totals[0]).toBe(expected.length);
    expect((await apiClient(codesKey).get(`/codes?${query}`)).data).toEqual(rows);
  });
});

const { ctx: leadsCtx, secretKey: leadsKey } = await insertProject(ctx);
await insertLead(leadsCtx, { email: "ada@example.org", firstname: "Ada", lastname: "Lovelace", onWaitlist: true });
await insertLead(leadsCtx, { email: "grace_h@example.org", firstname: "Grace", lastname: "Hopper 100%" });
await insertCode(leadsCtx, { claimedBy: ["grace_h@example.org"] });

describe("lead filters", () => {
  test.each([
    ["waitlist=true", ["ada@example.org"]],
    ["waitlist=false", ["grace_h@example.org"]],
    ["claimed=true", ["grace_h@example.org"]],
    ["claimed=false", ["ada@example.org"]],
    ["q=ADA%20LOVE", ["ada@example.org"]],
    ["q=EXAMPLE.org", ["ada@example.org", "grace_h@example.org"]],
    ["q=100%25", ["grace_h@example.org"]],
    ["q=e_h", ["grace_h@example.org"]],
    ["q=_", []],
    ["q=gr", ["grace_h@example.org"]],
    ["q=Ho", ["grace_h@example.org"]],
    ["q=ra", []],
    ["q=%5C", []],
    ["claimed=true&waitlist=true", []],
  ])("returns the leads that match %s", async (query, expected) => {
    const { rows, totals } = await followPages(apiClient(leadsKey), `/leads?limit=1&${query}`);
    expect(rows.map((row) => row.email).sort()).toEqual(expected);
    expect(totals[0]).toBe(expected.length);
  });
});

const { ctx: activityCtx, secretKey: activityKey } = await insertProject(ctx);
const activityApi = apiClient(activityKey);
const launchBatch = await insertBatch(activityCtx, { name: "Launch day", type: "numeric", paused: true });
await insertBatch(activityCtx, { name: "Later" });
const claimedCode = await insertCode(activityCtx, {
  text: "curious-otter",
  allowedClaims: 3,
  claimedBy: ["ada@example.org", "grace@example.org"],
});
await insertCode(activityCtx, { text: "555555", batch: launchBatch, claimedBy: ["ada@example.org"] });
const { sendId } = await sendCode(activityCtx, {
  code: normalizeCode(claimedCode),
  emails: [await insertLead(activityCtx, { email: "eve@example.org" }), await insertLead(activityCtx)],
});
const otherSend = await sendCode(activityCtx, {
  code: normalizeCode(await insertCode(activityCtx)),
  emails: [await insertLead(activityCtx)],
});
const eventTime = (await activityApi.get("/events")).data[0].at;

describe("filters of claims, sends, batches and events", () => {
  test.each([
    ["/claims?code=Curious%20Otter", 2],
    ["/claims?email=ADA@example.org", 2],
    [`/claims?batch=${launchBatch}`, 1],
    ["/claims?q=grace", 1],
    ["/claims?q=Curious-o", 2],
    ["/claims?q=otter", 0],
    ["/codes/curious-otter/claims", 2],
    ["/codes/CURIOUS%20OTTER/claims?q=ada", 1],
    ["/codes/curious-otter/claims?limit=1", 1],
    ["/sends?code=curious-otter", 1],
    ["/sends?email=eve@example.org", 1],
    ["/sends", 2],
    ["/batches?q=LAUNCH", 1],
    ["/batches?type=numeric", 1],
    ["/batches?paused=true", 1],
    ["/events?kind=code.sent", 2],
    ["/events?kind=code.sent&code=curiousotter", 1],
    ["/events?email=eve@example.org", 0],
    [`/events?since=${encodeURIComponent(eventTime)}&kind=code.sent`, 1],
    ["/events?until=2020-01-01T00:00:00Z", 0],
    [`/sends/${sendId}/deliveries`, 2],
    [`/sends/${sendId}/deliveries?q=EVE`, 1],
    [`/sends/${sendId}/deliveries?status=queued&limit=1`, 1],
    [`/sends/${sendId}/deliveries?status=failed`, 0],
    [`/deliveries?send=${sendId}`, 2],
    [`/deliveries?send=${sendId}&q=EVE`, 1],
    [`/deliveries?send=${otherSend.sendId}&status=queued`, 1],
  ])("%s returns %i rows", async (path, amount) => {
    expect((await activityApi.get(path)).data).toHaveLength(amount);
  });

  test("pages through the deliveries of a send in order of their emails", async () => {
    const { rows, totals } = await followPages(activityApi, `/sends/${sendId}/deliveries?limit=1`);
    expect(rows.map((row) => row.email)).toEqual([...rows.map((row) => row.email)].sort());
    expect(totals).toEqual([2, 2]);
    expect(await activityApi.get(`/sends/${otherSend.sendId}`)).toMatchObject({
      data: { id: otherSend.sendId, receivedLeads: 1, deliveries: { queued: 1 } },
    });
  });

  test("returns the current number of codes and claims of a batch", async () => {
    const getLaunchBatch = async () => ((await activityApi.get("/batches")).data as { id: string }[]).find(({ id }) => id === launchBatch);
    expect(await getLaunchBatch()).toMatchObject({ codeCount: 1, claims: 1, paused: true });
    await activityCtx.db.execute(sql`update batches set paused_at = null where id = ${launchBatch}`);
    await activityApi.post("/leads/delete", { email: "ada@example.org" });
    expect(await getLaunchBatch()).toMatchObject({ codeCount: 1, claims: 0, paused: false });
    await activityApi.post("/codes/delete", { code: "555555" });
    expect(await getLaunchBatch()).toMatchObject({ codeCount: 0, claims: 0 });
  });
});
