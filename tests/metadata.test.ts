import { expect, test } from "vitest";
import { apiClient, callRoute } from "./harness/api";
import { insertCode, insertLead, insertProject, uniqueEmail } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const { ctx: appCtx } = await createTestApp();
const { ctx, secretKey, publicKey } = await insertProject(appCtx);
const api = apiClient(secretKey);

test.each(["user_4711", "a/b", "100%", "ä 💺", "?x=1#y", "constructor", "claims"])(
  "a lead and a code are found by the external ID %j, and listed by it",
  async (externalId) => {
    const email = await insertLead(ctx, { externalId });
    const code = await insertCode(ctx, { externalId });
    const encoded = encodeURIComponent(externalId);
    expect((await api.get(`/leads/external-id/${encoded}`)).data).toMatchObject({ email, externalId });
    expect((await api.get(`/codes/external-id/${encoded}`)).data).toMatchObject({ code, externalId });
    expect((await api.get(`/leads?externalId=${encoded}`)).data).toMatchObject([{ email }]);
    expect((await api.get(`/codes?externalId=${encoded}`)).data).toMatchObject([{ code }]);
    expect((await api.get(`/leads/external-id/${encoded}x`)).error).toBe("lead_not_found");
    expect((await api.get(`/codes/external-id/${encoded}x`)).error).toBe("code_not_found");
    expect((await api.get(`/leads/external-id/${encoded}`, { key: publicKey })).error).toBe("secret_key_required");
  },
);

test("metadata and external IDs are in exported files, as JSON and as columns", async () => {
  const email = uniqueEmail();
  await api.post("/leads/create", { email, metadata: { plan: "pro", note: 'a "b", c' }, externalId: "=1+1" });
  const read = async (query: string) => (await callRoute("GET", `/files/leads?${query}&q=${email}`, { key: secretKey })).text();
  const [header, row] = (await read("format=csv&header=names&columns=email,externalId,metadata")).replace(/^\uFEFF/, "").split("\r\n");
  expect(header).toBe("email,externalId,metadata");
  expect(row).toBe(`${email},'=1+1,"{""note"":""a \\""b\\"", c"",""plan"":""pro""}"`);
  expect(JSON.parse(await read("format=ndjson"))).toMatchObject({ metadata: { plan: "pro", note: 'a "b", c' }, externalId: "=1+1" });
});

test.each([
  [{ metadata: { plan: 1 } }, { "metadata.plan": ["must be a text"] }],
  [{ metadata: ["pro"] }, { metadata: ["must be an object"] }],
  [{ metadata: JSON.parse('{"__proto__": "x"}') }, { metadata: [expect.stringMatching(/^must have keys of 1 to 40 characters/)] }],
  [{ metadata: { "": "x" } }, { metadata: [expect.stringMatching(/^must have keys/)] }],
  [{ metadata: { "a\u0000": "x" } }, { metadata: [expect.stringMatching(/^must have keys/)] }],
  [{ metadata: { plan: "\u0000" } }, { "metadata.plan": ["must not contain control characters or invalid Unicode"] }],
  [{ metadata: { plan: null } }, { "metadata.plan": ["must be a text"] }],
  [
    { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`key${index}`, "x"])) },
    { metadata: ["must have at most 20 keys"] },
  ],
  [{ externalId: " " }, { externalId: ["must not be empty"] }],
  [{ externalId: "x".repeat(256) }, { externalId: ["must be at most 255 characters"] }],
])("%j is refused with a message at its field", async (body, fields) => {
  expect(await api.post("/leads/create", { email: uniqueEmail(), ...body })).toMatchObject({ status: 400, fields });
  expect(await api.post("/codes/generate", { amount: 1, ...body })).toMatchObject({ status: 400, fields });
});

test("codes of a larger batch have no external ID", async () => {
  expect(await api.post("/codes/generate", { amount: 2, externalId: "order_1" })).toMatchObject({
    fields: { externalId: ["needs `code`, or an `amount` of 1"] },
  });
  expect((await api.post("/codes/generate", { amount: 1, externalId: "order_1" })).data).toMatchObject([{ externalId: "order_1" }]);
});

test.each(["/leads", "/codes"])("%s filters by metadata, and refuses a filter without a key", async (path) => {
  const metadata = { plan: "pro:max", empty: "", "%": "_" };
  if (path === "/leads") await insertLead(ctx, { metadata });
  else await insertCode(ctx, { metadata });
  for (const filter of ["plan:pro:max", "empty:", "%:_"])
    expect((await api.get(`${path}?metadata=${encodeURIComponent(filter)}`)).data).toMatchObject([{ metadata }]);
  expect((await api.get(`${path}?metadata=plan:pro:ma`)).data).toEqual([]);
  for (const filter of ["plan", ":pro", `${"x".repeat(41)}:y`])
    expect((await api.get(`${path}?metadata=${filter}`)).fields).toHaveProperty("metadata");
});
