import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { sendCode } from "@/core/codes/send";
import { apiClient } from "./harness/api";
import { insertBatch, insertCode, insertLead, insertProject, secondsFromNow } from "./harness/factories";
import { followPages } from "./harness/follow-pages";
import { createTestApp } from "./harness/test-app";

const { ctx } = await createTestApp();

const { ctx: mixed, secretKey: mixedKey } = await insertProject(ctx);
const batch = await insertBatch(mixed, { paused: true });
const codes = {
  active: await insertCode(mixed, { text: "curious-pineapple" }),
  paused: await insertCode(mixed, { text: "curious-otter", paused: true }),
  ofPausedBatch: await insertCode(mixed, { text: "brave-otter", batch }),
  expired: await insertCode(mixed, { text: "123456", type: "numeric", validUntil: secondsFromNow(-60) }),
  exhausted: await insertCode(mixed, { text: "bc2df3", type: "alphanumeric", claimedBy: ["ada@example.org"] }),
  scheduled: await insertCode(mixed, { text: "bc2df4", type: "alphanumeric", validFrom: secondsFromNow(3600), reservedFor: "ada@example.org" }),
};

describe("filters of codes", () => {
  test.each<[string, (keyof typeof codes)[]]>([
    ["status=active", ["active"]],
    ["status=paused", ["paused", "ofPausedBatch"]],
    ["status=expired", ["expired"]],
    ["status=exhausted", ["exhausted"]],
    ["status=scheduled", ["scheduled"]],
    ["type=numeric", ["expired"]],
    ["type=creative&status=paused", ["paused", "ofPausedBatch"]],
    [`batch=${batch}`, ["ofPausedBatch"]],
    ["reserved=true", ["scheduled"]],
    ["reserved=false&type=alphanumeric", ["exhausted"]],
    ["reservedFor=Ada%40Example.org", ["scheduled"]],
    ["q=Curious-P", ["active"]],
    ["q=curious", ["active", "paused"]],
    ["q=BC2", ["exhausted", "scheduled"]],
    ["q=%25", []],
    ["q=pine", ["active"]],
    ["q=OTTER", ["paused", "ofPausedBatch"]],
    ["q=apple", []],
  ])("%s", async (query, found) => {
    const { rows, totals } = await followPages(apiClient(mixedKey), `/codes?limit=1&${query}`);
    expect(rows.map((row) => row.code).sort()).toEqual(found.map((name) => codes[name]).sort());
    expect(totals[0]).toBe(found.length);
    expect((await apiClient(mixedKey).get(`/codes?${query}`)).data).toEqual(rows);
  });
});

const { ctx: women, secretKey: womenKey } = await insertProject(ctx);
await insertLead(women, { email: "ada@example.org", firstname: "Ada", lastname: "Lovelace", onWaitlist: true });
await insertLead(women, { email: "grace_h@example.org", firstname: "Grace", lastname: "Hopper 100%" });
await insertCode(women, { claimedBy: ["grace_h@example.org"] });

describe("filters of leads", () => {
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
  ])("%s", async (query, found) => {
    const { rows, totals } = await followPages(apiClient(womenKey), `/leads?limit=1&${query}`);
    expect(rows.map((row) => row.email).sort()).toEqual(found);
    expect(totals[0]).toBe(found.length);
  });
});

const { ctx: busy, secretKey: busyKey } = await insertProject(ctx);
const by = apiClient(busyKey);
const launch = await insertBatch(busy, { name: "Launch day", type: "numeric", paused: true });
await insertBatch(busy, { name: "Later" });
const claimed = await insertCode(busy, { text: "curious-otter", allowedClaims: 3, claimedBy: ["ada@example.org", "grace@example.org"] });
await insertCode(busy, { text: "555555", batch: launch, claimedBy: ["ada@example.org"] });
const { sendId } = await sendCode(busy, {
  code: normalizeCode(claimed),
  emails: [await insertLead(busy, { email: "eve@example.org" }), await insertLead(busy)],
});
const other = await sendCode(busy, { code: normalizeCode(await insertCode(busy)), emails: [await insertLead(busy)] });
const middle = (await by.get("/events")).data[0].at;

describe("filters of claims, sends, batches and events", () => {
  test.each([
    ["/claims?code=Curious%20Otter", 2],
    ["/claims?email=ADA@example.org", 2],
    [`/claims?batch=${launch}`, 1],
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
    [`/events?since=${encodeURIComponent(middle)}&kind=code.sent`, 1],
    ["/events?until=2020-01-01T00:00:00Z", 0],
    [`/sends/${sendId}/deliveries`, 2],
    [`/sends/${sendId}/deliveries?q=EVE`, 1],
    [`/sends/${sendId}/deliveries?status=queued&limit=1`, 1],
    [`/sends/${sendId}/deliveries?status=failed`, 0],
  ])("%s has %i", async (path, amount) => {
    expect((await by.get(path)).data).toHaveLength(amount);
  });

  test("the deliveries of a send are walked by address", async () => {
    const { rows, totals } = await followPages(by, `/sends/${sendId}/deliveries?limit=1`);
    expect(rows.map((row) => row.email)).toEqual([...rows.map((row) => row.email)].sort());
    expect(totals).toEqual([2, 2]);
    expect(await by.get(`/sends/${other.sendId}`)).toMatchObject({
      data: { id: other.sendId, receivedLeads: 1, deliveries: { queued: 1 } },
    });
  });

  test("a batch counts its codes and claims as they are now", async () => {
    const find = async () => ((await by.get("/batches")).data as { id: string }[]).find(({ id }) => id === launch);
    expect(await find()).toMatchObject({ codeCount: 1, claims: 1, paused: true });
    await busy.db.execute(sql`update batches set paused_at = null where id = ${launch}`);
    await by.post("/leads/delete", { email: "ada@example.org" });
    expect(await find()).toMatchObject({ codeCount: 1, claims: 0, paused: false });
    await by.post("/codes/delete", { code: "555555" });
    expect(await find()).toMatchObject({ codeCount: 0, claims: 0 });
  });
});
