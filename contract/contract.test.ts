import { describe, expect, test } from "vitest";
import { CodeRecord } from "./codes";
import { endpointCalls } from "./endpoint";
import { ErrorBody, errorBody } from "./error-body";
import { apiErrors, type ErrorName } from "./errors";
import { endpoints } from "./index";
import { LeadRecord } from "./leads";
import { updateProjectEndpoint } from "./project";
import { retrySendEndpoint } from "./sends";

const namedEndpoints = Object.entries(endpoints);

describe.each(namedEndpoints)("%s", (_, endpoint) => {
  test("has an example that its schemas accept", () => {
    const { params, query, body, reply } = endpoint.example;
    if (endpoint.params) expect(endpoint.params.safeParse(params)).toMatchObject({ success: true });
    if (endpoint.query) expect(endpoint.query.safeParse(query ?? {})).toMatchObject({ success: true });
    if (endpoint.body) expect(endpoint.body.safeParse(body)).toMatchObject({ success: true });
    expect(endpoint.reply.parse(reply)).toEqual(reply);
  });

  test("has a schema for each path parameter", () => {
    const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    expect(Object.keys(endpoint.params?.shape ?? {})).toEqual(inPath);
  });

  test("rejects unknown fields", () => {
    for (const schema of [endpoint.params, endpoint.query, endpoint.body]) {
      if (!schema) continue;
      const issues = schema.safeParse({ surprise: "x" }).error?.issues ?? [];
      expect(issues).toContainEqual(expect.objectContaining({ code: "unrecognized_keys", keys: ["surprise"] }));
    }
  });
});

test("every write with a public key has a rate limit and can require a proof of work, like signing in", () => {
  const publicWrites = Object.values(endpoints).filter(({ access, method }) => access.includes("public_key") && method !== "GET");
  expect(publicWrites.map(({ path, attempt }) => [path, attempt])).toEqual([
    ["/leads/create", "sign_up"],
    ["/codes/claim", "guess"],
  ]);
  for (const { path, method, errors, attempt } of Object.values(endpoints)) {
    const isSignIn = path === "/session" && method === "POST";
    expect(errors.includes("proof_required")).toBe(isSignIn || attempt !== undefined);
  }
});

test("every method and path belongs to one endpoint", () => {
  const paths = Object.values(endpoints)
    .flatMap(endpointCalls)
    .map(({ method, path }) => `${method} ${path}`);
  expect(new Set(paths).size).toBe(paths.length);
});

test("a request can expect each setting of the project that it changes, apart from images", () => {
  const { expected, ...settings } = updateProjectEndpoint.body.shape;
  const expectable = Object.keys(expected.unwrap().shape);
  expect(Object.keys(settings).filter((name) => !expectable.includes(name))).toEqual(["logo", "socialImage"]);
});

test("the times that a request expects can be written in any way", () => {
  const expected = { signUpsOpenAt: "2027-01-01T01:00:00+01:00", signUpsCloseAt: null };
  expect(updateProjectEndpoint.body.parse({ expected })).toEqual({
    expected: { signUpsOpenAt: "2027-01-01T00:00:00.000Z", signUpsCloseAt: null },
  });
});

test("all documented endpoints and aliases exist", () => {
  const paths = new Set(
    Object.values(endpoints)
      .flatMap(endpointCalls)
      .map(({ method, path }) => `${method} ${path}`),
  );
  for (const path of [
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
    expect(paths, path).toContain(path);
  }
});

test("only claiming a code and creating a lead accept public keys", () => {
  const open = namedEndpoints.filter(([, endpoint]) => endpoint.access.includes("public_key")).map(([name]) => name);
  expect(open.sort()).toEqual(["claimCode", "createLead"]);
});

test("every error has an error status and a message", () => {
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
    added: "id redemptionUrl redemptionInstructions allowedDomains oncePerBatch tags metadata externalId",
  },
  {
    record: LeadRecord,
    fields: "email firstname lastname notes hasClaimedCode onWaitlist referralCode referredBy referredLeads createdAt updatedAt",
    added:
      "id source lastEmail lastEmailedAt sentCodes invitedAt waitlistStatus invitation suppression sourceTag utm referrerUrl fields tags metadata externalId status heldReason confirmedAt confirmedBy confirmedFrom consent",
  },
])("a record has the documented fields and the fields added later: $fields", ({ record, fields, added }) => {
  expect(Object.keys(record.shape).sort()).toEqual(`${fields} ${added}`.trim().split(" ").sort());
});

test.each(["", " ", "\u00a0"])("retrying a send rejects the blank search %j, which would retry every email", (q) => {
  expect(retrySendEndpoint.body.safeParse({ ...retrySendEndpoint.example.body, filter: { q } }).error?.issues[0]).toMatchObject({
    path: ["filter", "q"],
    message: "must not be empty",
  });
});
