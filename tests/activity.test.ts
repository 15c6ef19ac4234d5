import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { endpoints } from "@/contract/index";
import { rows } from "@/db/rows";
import { newId } from "@/lib/ids";
import { type Api, apiWith } from "./harness/api";
import { aBatch, aCode, aLead, anAddress, aProject, aStaff, signedIn } from "./harness/factories";
import { aWorld } from "./harness/world";

const world = await aWorld();
const { ctx } = await aProject(world.ctx);
const owner = await aStaff(ctx, { name: "Grace", role: "owner" });
const cookie = await signedIn(ctx, owner);
const api = apiWith(null);

/** The API as the owner's browser calls it. */
const theirs = {
  post: (path: string, body?: unknown) => api.post(path, body, { cookie }),
  call: (method: string, path: string, body?: unknown) => api.call(method, path, { cookie, body }),
};

type Write = { events: readonly string[]; ask(): ReturnType<Api["post"]> };
const invited = async () => (await theirs.post("/team/invitations", { email: anAddress(), role: "viewer" })).data.id;
const aKey = async () => (await theirs.post("/keys", { kind: "secret_key", name: "Shop" })).data.id;

const claimed = async () => {
  const email = await aLead(ctx);
  return { code: await aCode(ctx, { claimedBy: [email] }), email };
};
/** A send of which one message did not leave. */
const sentAs = async (status: "failed" | "queued") => {
  const { sendId } = (await theirs.post("/codes/send", { code: await aCode(ctx), emails: [await aLead(ctx)] })).data;
  await world.db.execute(sql`update deliveries set status = ${status} where send_id = ${sendId}`);
  return sendId;
};

/** What each write that changes the project's own things leaves in the activity. */
const writes: Record<string, Write> = {
  generateCodes: { events: ["codes.generated"], ask: () => theirs.post("/codes/generate", { amount: 1 }) },
  claimCode: {
    events: ["code.claimed", "lead.created"],
    ask: async () => theirs.post("/codes/claim", { code: await aCode(ctx), email: anAddress() }),
  },
  pauseCode: { events: ["code.paused"], ask: async () => theirs.post("/codes/pause", { code: await aCode(ctx) }) },
  resumeCode: { events: ["code.resumed"], ask: async () => theirs.post("/codes/resume", { code: await aCode(ctx, { paused: true }) }) },
  sendCode: { events: ["code.sent"], ask: async () => theirs.post("/codes/send", { code: await aCode(ctx), emails: [await aLead(ctx)] }) },
  deleteCode: { events: ["code.deleted"], ask: async () => theirs.post("/codes/delete", { code: await aCode(ctx) }) },
  createLead: { events: ["lead.created"], ask: () => theirs.post("/leads/create", { email: anAddress() }) },
  inviteLeads: { events: ["code.sent", "codes.generated"], ask: async () => theirs.post("/leads/invite", { emails: [await aLead(ctx)] }) },
  deleteLead: { events: ["lead.deleted"], ask: async () => theirs.post("/leads/delete", { email: await aLead(ctx) }) },
  pauseBatch: { events: ["batch.paused"], ask: async () => theirs.post("/batches/pause", { batch: await aBatch(ctx) }) },
  resumeBatch: {
    events: ["batch.resumed"],
    ask: async () => theirs.post("/batches/resume", { batch: await aBatch(ctx, { paused: true }) }),
  },
  makeBatch: { events: ["codes.generated"], ask: () => theirs.post("/batches", { amount: 1 }) },
  extendBatch: {
    events: ["batch.extended"],
    ask: async () => theirs.post("/batches/extend", { batch: await aBatch(ctx), allowedClaims: 3 }),
  },
  deleteBatch: { events: ["batch.deleted"], ask: async () => theirs.post("/batches/delete", { batch: await aBatch(ctx) }) },
  extendCode: { events: ["code.extended"], ask: async () => theirs.post("/codes/extend", { code: await aCode(ctx), allowedClaims: 3 }) },
  reserveCode: {
    events: ["code.reserved"],
    ask: async () => theirs.post("/codes/reserve", { code: await aCode(ctx), email: anAddress() }),
  },
  actOnCodes: {
    events: ["code.paused", "code.paused"],
    ask: async () => theirs.post("/codes/act", { act: "pause", codes: [await aCode(ctx), await aCode(ctx)] }),
  },
  revokeClaim: { events: ["claim.revoked"], ask: async () => theirs.post("/claims/revoke", await claimed()) },
  changeLead: { events: ["lead.changed"], ask: async () => theirs.post("/leads/change", { email: await aLead(ctx), notes: "Met." }) },
  actOnLeads: {
    events: ["lead.changed"],
    ask: async () => theirs.post("/leads/act", { act: "join_waitlist", emails: [await aLead(ctx)] }),
  },
  retrySend: { events: ["send.retried"], ask: async () => theirs.post("/sends/retry", { send: await sentAs("failed") }) },
  cancelSend: { events: ["send.cancelled"], ask: async () => theirs.post("/sends/cancel", { send: await sentAs("queued") }) },
  sendToMissed: { events: ["code.sent"], ask: async () => theirs.post("/sends/missed", { send: await sentAs("failed") }) },
  changeProject: { events: ["project.changed"], ask: () => theirs.call("PATCH", "/project", { name: anAddress() }) },
  changeMailText: {
    events: ["mail_text.changed"],
    ask: () => theirs.call("PUT", "/mail/texts/code", { subject: anAddress(), body: "{{code}}", button: "Go" }),
  },
  resetMailText: {
    events: ["mail_text.reset"],
    ask: async () => {
      await theirs.call("PUT", "/mail/texts/claimed", { subject: anAddress(), body: "{{code}}", button: "Go" });
      return theirs.call("DELETE", "/mail/texts/claimed");
    },
  },
  // One call may do several of its three things.
  pauseProject: {
    events: ["project.changed", "project.paused"],
    ask: () => theirs.post("/project/pause", { pause: ["mail"], text: "Back at noon." }),
  },
  changeMailSettings: {
    events: ["project.mail_changed"],
    ask: () =>
      theirs.call("PATCH", "/project/mail", {
        sender: anAddress(),
        server: { host: `${newId()}.example.org`, port: 25, security: "none" },
      }),
  },
  addSuppression: { events: ["suppression.added"], ask: async () => theirs.post("/suppressions/add", { email: await aLead(ctx) }) },
  changeSuppression: {
    events: ["suppression.changed"],
    ask: async () => theirs.post("/suppressions/change", { email: await aLead(ctx, { suppressed: true }), note: "By letter." }),
  },
  removeSuppression: {
    events: ["suppression.removed"],
    ask: async () => theirs.post("/suppressions/remove", { email: await aLead(ctx, { suppressed: true }) }),
  },
  createKey: { events: ["key.created"], ask: () => theirs.post("/keys", { kind: "secret_key", name: "Shop" }) },
  rotateKey: { events: ["key.rotated"], ask: async () => theirs.post(`/keys/${await aKey()}/rotate`, { overlapHours: 1 }) },
  revokeKey: { events: ["key.revoked"], ask: async () => theirs.call("DELETE", `/keys/${await aKey()}`) },
  changeBlockList: {
    events: ["block_list.changed"],
    ask: () => theirs.call("PUT", "/block-list", { entries: [`${newId()}.example.org`] }),
  },
  allowOrigins: {
    events: ["origins.changed"],
    ask: () => theirs.call("PUT", "/keys/origins", { origins: [`https://${newId()}.example.org`] }),
  },
  changeStaff: { events: ["staff.changed"], ask: async () => theirs.call("PATCH", `/team/${(await aStaff(ctx)).id}`, { role: "viewer" }) },
  removeStaff: { events: ["staff.removed"], ask: async () => theirs.call("DELETE", `/team/${(await aStaff(ctx)).id}`) },
  inviteStaff: { events: ["staff.invited"], ask: () => theirs.post("/team/invitations", { email: anAddress(), role: "viewer" }) },
  resendInvitation: { events: ["staff.invited"], ask: async () => theirs.post(`/team/invitations/${await invited()}/resend`) },
  revokeInvitation: {
    events: ["staff.invitation_revoked"],
    ask: async () => theirs.call("DELETE", `/team/invitations/${await invited()}`),
  },
};

describe("every write is in the activity, in the name of who did it", () => {
  test.each(Object.entries(writes))("%s", async (name, { events, ask }) => {
    const { status, headers } = await ask();
    expect(status).toBe(200);
    const { data } = await api.get(`/events?limit=10&actor=${owner.id}`, { cookie });
    const own = (data as { kind: string; requestId: string; actor: object }[]).filter(
      ({ requestId }) => requestId === headers.get("x-request-id"),
    );
    expect(own.map(({ kind }) => kind).toSorted(), name).toEqual(events);
    for (const { actor } of own) expect(actor).toEqual({ kind: "staff", id: owner.id, name: "Grace" });
  });

  test("and no endpoint that writes is left out here", () => {
    // What these change is somebody's own, and told of where they are tested; exchanging uses up a token and changes no record, and what a
    // task has done is told as it does it; a test of a mail goes to whoever asks for it and changes nothing.
    const others = ["Sign-in", "Account"];
    const untold = ["exchangeToken", "acceptInvitation", "cancelTask", "sendTestMail"];
    const reading = ["checkCode", "findCodes", "findLeads", "previewSend", "previewMail", "testMailServer"];
    const all = Object.entries(endpoints).filter(
      ([name, { method, tag }]) => method !== "GET" && !others.includes(tag) && !untold.includes(name) && !reading.includes(name),
    );
    expect(all.map(([name]) => name).toSorted()).toEqual(Object.keys(writes).toSorted());
  });

  test("a customer who joins the waitlist, once", async () => {
    const project = await aProject(world.ctx);
    const email = await aLead(project.ctx);
    const by = apiWith(project.publicKey);
    for (const waitlist of [false, true, true]) await by.post("/leads/create", { email, waitlist });
    const { data } = await apiWith(project.secretKey).get("/events");
    expect(data).toMatchObject([
      { kind: "lead.changed", email, actor: { kind: "public_key", name: "A key" }, data: { fields: ["onWaitlist"] } },
    ]);
  });

  test("and none of them holds a secret, a token or an address of staff", async () => {
    const said = await rows<{ row: string }>(
      world.db,
      sql`select e::text as row from events e where kind not like 'lead.%' and kind not like 'code%' and kind not like 'claim.%'
        and kind not like 'suppression.%'`,
    );
    expect(said.length).toBeGreaterThan(10);
    expect(JSON.stringify(said)).not.toMatch(/@|[ps]k_\w{20}|[0-9a-f]{32}/);
  });
});

test("the same write again leaves nothing more, where it changed nothing", async () => {
  const code = await aCode(ctx);
  const batch = await aBatch(ctx);
  const before = async () => Number((await api.get("/events?limit=1", { cookie })).headers.get("x-total-count"));
  for (const [path, body] of [
    ["/codes/pause", { code }],
    ["/batches/pause", { batch }],
  ] as const) {
    await theirs.post(path, body);
    const count = await before();
    await theirs.post(path, body);
    expect(await before(), path).toBe(count);
  }
});
