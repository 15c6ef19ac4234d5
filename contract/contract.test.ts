import { describe, expect, test } from "vitest";
import { CodeRecord } from "./codes";
import { ErrorBody, errorBody } from "./envelope";
import { apiErrors, type ErrorName } from "./errors";
import { endpoints } from "./index";
import { LeadRecord } from "./leads";
import { retrySendEndpoint } from "./sends";

const named = Object.entries(endpoints);

describe.each(named)("%s", (_, endpoint) => {
  test("has an example its own schemas accept", () => {
    const { params, query, body, reply } = endpoint.example;
    if (endpoint.params) expect(endpoint.params.safeParse(params)).toMatchObject({ success: true });
    if (endpoint.query) expect(endpoint.query.safeParse(query ?? {})).toMatchObject({ success: true });
    if (endpoint.body) expect(endpoint.body.safeParse(body)).toMatchObject({ success: true });
    expect(endpoint.reply.parse(reply)).toEqual(reply);
  });

  test("names its path parameters in its schema", () => {
    const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    expect(Object.keys(endpoint.params?.shape ?? {})).toEqual(inPath);
  });

  test("refuses fields it does not know", () => {
    for (const schema of [endpoint.params, endpoint.query, endpoint.body]) {
      if (!schema) continue;
      const issues = schema.safeParse({ surprise: "x" }).error?.issues ?? [];
      expect(issues).toContainEqual(expect.objectContaining({ code: "unrecognized_keys", keys: ["surprise"] }));
    }
  });
});

test("what anybody may write by a public key counts as a try, and asks for a proof", () => {
  const ofThePublic = Object.values(endpoints).filter(({ access, method }) => access.includes("public_key") && method !== "GET");
  expect(ofThePublic.map(({ path, attempt: tries }) => [path, tries])).toEqual([
    ["/leads/create", "sign_up"],
    ["/codes/claim", "guess"],
  ]);
  for (const { errors: refuses, attempt: tries } of Object.values(endpoints))
    expect(refuses.includes("proof_required")).toBe(tries !== undefined);
});

test("no two endpoints answer the same method and path", () => {
  const addresses = Object.values(endpoints).flatMap(({ method, path, aliases = [] }) =>
    [{ method, path }, ...aliases].map((each) => `${each.method} ${each.path}`),
  );
  expect(new Set(addresses).size).toBe(addresses.length);
});

test("the documented endpoints and aliases are all there", () => {
  const addresses = new Set(
    Object.values(endpoints).flatMap(({ method, path, aliases = [] }) =>
      [{ method, path }, ...aliases].map((each) => `${each.method} ${each.path}`),
    ),
  );
  for (const address of [
    "GET /codes/:code",
    "POST /codes/claim",
    "POST /codes/generate",
    "POST /codes/send",
    "POST /codes/delete",
    "GET /leads",
    "GET /leads/email/:email",
    "POST /leads/create",
    "POST /leads/delete",
    "POST /claims/exchange",
    "GET /codes/code/:code",
    "DELETE /codes/delete",
    "DELETE /leads/delete",
    "POST /customers/create",
  ]) {
    expect(addresses, address).toContain(address);
  }
});

test("only claiming and creating a lead accept the public key", () => {
  const open = named.filter(([, endpoint]) => endpoint.access.includes("public_key")).map(([name]) => name);
  expect(open.sort()).toEqual(["claimCode", "createLead"]);
});

test("every refusal has a status of its kind and a sentence", () => {
  for (const [name, { status, message }] of Object.entries(apiErrors)) {
    expect(status, name).toBeGreaterThanOrEqual(400);
    expect(message, name).toMatch(/^[A-Z].*[a-z.]$/);
    expect(ErrorBody.parse(errorBody(name as ErrorName, "id"))).toMatchObject({ success: false, code: status, error: name, message });
  }
});

test.each([
  {
    record: CodeRecord,
    fields: "code type status allowedClaims claims validFrom validUntil reservedFor batch createdAt updatedAt",
    added: "",
  },
  {
    record: LeadRecord,
    fields: "email firstname lastname notes hasClaimedCode onWaitlist referralCode referredBy referredLeads createdAt updatedAt",
    added: "source invitedAt standing heldFor confirmedAt consent",
  },
])("a record says what decisions.md shows, and what was added since: $fields", ({ record, fields, added }) => {
  expect(Object.keys(record.shape).sort()).toEqual(`${fields} ${added}`.trim().split(" ").sort());
});

test.each(["", " ", "\u00a0"])("a search for %j does not try all of a send again", (q) => {
  expect(retrySendEndpoint.body.safeParse({ ...retrySendEndpoint.example.body, filter: { q } }).error?.issues[0]).toMatchObject({
    path: ["filter", "q"],
    message: "must not be empty",
  });
});
