import { describe, expect, test } from "vitest";
import { createLinkToken, type LinkPurpose } from "@/core/leads/email-links";
import { addSuppression } from "@/core/suppressions/add";
import { getSuppressionReason } from "@/core/suppressions/unsubscribe";
import { routes, unsubscribePath, unsubscribeSubmitPath } from "@/lib/routes";
import { publicPages } from "@/server/pages";
import { fingerprintDatabase, insertLead, uniqueEmail } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const { ctx, db } = await createTestApp();
const { GET, POST } = publicPages[routes.forms.unsubscribe] as Record<"GET" | "POST", (request: Request) => Promise<Response>>;

const tokenFor = (email: string, purpose: LinkPurpose = "unsubscribe") =>
  createLinkToken({ projectId: ctx.projectId, referralCode: "k7d2m9qx", email }, purpose);

type RequestOptions = { headers?: Record<string, string>; body?: BodyInit; method?: string };

/** A request to a link, as an email client or a browser sends it. */
const linkRequest = (path: string, { headers = {}, body, method = "POST" }: RequestOptions = {}) =>
  new Request(`http://localhost:3000${path}`, { method, headers, body });

const urlencoded = { "content-type": "application/x-www-form-urlencoded" };
const oneClick = "List-Unsubscribe=One-Click";

/** One-click requests in both forms of RFC 8058, as email clients send them. */
const oneClickRequests: [string, () => RequestOptions][] = [
  ["urlencoded", () => ({ headers: urlencoded, body: oneClick })],
  [
    "multipart",
    () => {
      const body = new FormData();
      body.set("List-Unsubscribe", "One-Click");
      return { body };
    },
  ],
  [
    "from another site",
    () => ({ headers: { ...urlencoded, origin: "https://mail.example", "sec-fetch-site": "cross-site" }, body: oneClick }),
  ],
  ["from an opaque origin", () => ({ headers: { ...urlencoded, origin: "null" }, body: oneClick })],
  ["with an unknown session cookie", () => ({ headers: { ...urlencoded, cookie: "gatehouse-session=nonsense" }, body: oneClick })],
  ["with an unknown key", () => ({ headers: { ...urlencoded, authorization: "Bearer sk_nonsense" }, body: oneClick })],
  ["without a body", () => ({})],
];

describe("one-click unsubscribe in an email client", () => {
  test.each(oneClickRequests)("unsubscribes at once without a question, also the second time: %s", async (_, createOptions) => {
    const email = await insertLead(ctx);
    for (let times = 0; times < 2; times++) {
      const response = await POST(linkRequest(unsubscribeSubmitPath(tokenFor(email)), createOptions()));
      expect([response.status, response.headers.get("location"), response.headers.get("set-cookie")]).toEqual([200, null, null]);
      expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
      expect(await response.text()).toBe("You're unsubscribed.\n");
    }
    expect(await getSuppressionReason(ctx, email)).toBe("unsubscribed");
  });

  test("works for an email whose lead was deleted", async () => {
    const email = uniqueEmail();
    expect((await POST(linkRequest(unsubscribeSubmitPath(tokenFor(email)), { headers: urlencoded, body: oneClick }))).status).toBe(200);
    expect(await getSuppressionReason(ctx, email)).toBe("unsubscribed");
  });

  test("changes and reveals nothing if the link is damaged or has another purpose", async () => {
    const email = await insertLead(ctx);
    const before = await fingerprintDatabase(db);
    const withoutEmail = createLinkToken({ projectId: ctx.projectId, referralCode: "k7d2m9qx" }, "unsubscribe");
    const invalidTokens = [
      tokenFor(email, "confirm"),
      tokenFor(email, "position"),
      withoutEmail,
      tokenFor(email).slice(0, -3),
      "",
      "1.",
      "x".repeat(9000),
    ];
    const responses = [];
    for (const token of invalidTokens) {
      const response = await POST(linkRequest(unsubscribeSubmitPath(token), { headers: urlencoded, body: oneClick }));
      responses.push([response.status, await response.text()]);
    }
    responses.push([(await POST(linkRequest(routes.forms.unsubscribe, { body: oneClick }))).status, responses[0]?.[1]]);
    expect(new Set(responses.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(responses[0]?.[0]).toBe(400);
    expect(await fingerprintDatabase(db)).toEqual(before);
  });

  test("rejects a body that is too long with a readable message", async () => {
    const response = await POST(
      linkRequest(unsubscribeSubmitPath(tokenFor(uniqueEmail())), { headers: urlencoded, body: "x".repeat(20_000) }),
    );
    expect([response.status, await response.text()]).toEqual([413, "Something went wrong. Try again in a moment.\n"]);
  });
});

test("a GET or HEAD request is redirected to the page and changes nothing", async () => {
  const email = await insertLead(ctx);
  const before = await fingerprintDatabase(db);
  for (const method of ["GET", "HEAD"]) {
    const response = await GET(linkRequest(unsubscribeSubmitPath(tokenFor(email)), { method }));
    const to = new URL(response.headers.get("location") ?? "", "http://localhost:3000");
    expect([response.status, to.pathname]).toEqual([303, routes.unsubscribe]);
  }
  expect((await GET(linkRequest(routes.forms.unsubscribe, { method: "GET" }))).headers.get("location")).toBe(routes.unsubscribe);
  expect(await fingerprintDatabase(db)).toEqual(before);
});

describe("the buttons of the unsubscribe page", () => {
  const press = (email: string, action: string) =>
    POST(
      linkRequest(unsubscribeSubmitPath(tokenFor(email)), {
        headers: { ...urlencoded, "sec-fetch-site": "same-origin" },
        body: `action=${action}`,
      }),
    );

  test("unsubscribe, undo it, and redirect to the page", async () => {
    const email = await insertLead(ctx);
    const unsubscribed = await press(email, "unsubscribe");
    expect(unsubscribed.status).toBe(303);
    expect(unsubscribed.headers.get("location")).toMatch(/^\/unsubscribe\?token=/);
    expect(await getSuppressionReason(ctx, email)).toBe("unsubscribed");
    const resubscribed = await press(email, "resubscribe");
    expect(resubscribed.headers.get("location")).toMatch(/^\/unsubscribe\?token=.*&resubscribed=true$/);
    expect(await getSuppressionReason(ctx, email)).toBeNull();
  });

  test("cannot undo a suppression that staff added", async () => {
    const email = await insertLead(ctx);
    await addSuppression(ctx, { email });
    await press(email, "resubscribe");
    expect(await getSuppressionReason(ctx, email)).toBe("staff");
  });

  test("redirect to the page if the link is not valid", async () => {
    const response = await POST(linkRequest(unsubscribeSubmitPath("1.x"), { headers: urlencoded, body: "action=unsubscribe" }));
    expect([response.status, response.headers.get("location")]).toEqual([303, unsubscribePath("1.x")]);
  });
});
