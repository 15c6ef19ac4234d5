import { describe, expect, test } from "vitest";
import { GET, POST } from "@/app/(public)/unsubscribe/now/route";
import { type LinkPurpose, linkToken } from "@/core/leads/links";
import { add } from "@/core/suppressions/add";
import { whyNoMail } from "@/core/suppressions/unsubscribe";
import { routes, unsubscribeNow, unsubscribePage } from "@/lib/routes";
import { aLead, anAddress, fingerprintOf } from "./harness/factories";
import { aWorld } from "./harness/world";

const { ctx, db } = await aWorld();

const tokenFor = (email: string, purpose: LinkPurpose = "unsubscribe") =>
  linkToken({ projectId: ctx.projectId, lead: "k7d2m9qx", email }, purpose);

type Sent = { headers?: Record<string, string>; body?: BodyInit; method?: string };

/** What is asked of a link, as a mail program or a browser does. */
const asked = (address: string, { headers = {}, body, method = "POST" }: Sent = {}) =>
  new Request(`http://localhost:3000${address}`, { method, headers, body });

const urlencoded = { "content-type": "application/x-www-form-urlencoded" };
const oneClick = "List-Unsubscribe=One-Click";

/** One-click as RFC 8058 has it in its two forms, from wherever mail programs send it. */
const asMailProgramsSend: [string, () => Sent][] = [
  ["urlencoded, with nothing else", () => ({ headers: urlencoded, body: oneClick })],
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
  ["with cookies that say nothing", () => ({ headers: { ...urlencoded, cookie: "gatehouse-session=nonsense" }, body: oneClick })],
  ["with a key that is none", () => ({ headers: { ...urlencoded, authorization: "Bearer sk_nonsense" }, body: oneClick })],
  ["without a body", () => ({})],
];

describe("one click in a mail program", () => {
  test.each(asMailProgramsSend)("%s: stops mail at once, twice over too, and asks nothing", async (_, sent) => {
    const email = await aLead(ctx);
    for (let times = 0; times < 2; times++) {
      const answer = await POST(asked(unsubscribeNow(tokenFor(email)), sent()));
      expect([answer.status, answer.headers.get("location"), answer.headers.get("set-cookie")]).toEqual([200, null, null]);
      expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
      expect(await answer.text()).toBe("You get no more mail at this address.\n");
    }
    expect(await whyNoMail(ctx, email)).toBe("unsubscribed");
  });

  test("works for an address that is no lead any more", async () => {
    const email = anAddress();
    expect((await POST(asked(unsubscribeNow(tokenFor(email)), { headers: urlencoded, body: oneClick }))).status).toBe(200);
    expect(await whyNoMail(ctx, email)).toBe("unsubscribed");
  });

  test("with a link that is damaged, or for something else, changes and reveals nothing", async () => {
    const email = await aLead(ctx);
    const before = await fingerprintOf(db);
    const nameless = linkToken({ projectId: ctx.projectId, lead: "k7d2m9qx" }, "unsubscribe");
    const bad = [
      tokenFor(email, "confirm"),
      tokenFor(email, "lead page"),
      nameless,
      tokenFor(email).slice(0, -3),
      "",
      "1.",
      "x".repeat(9000),
    ];
    const answers = [];
    for (const token of bad) {
      const answer = await POST(asked(unsubscribeNow(token), { headers: urlencoded, body: oneClick }));
      answers.push([answer.status, await answer.text()]);
    }
    answers.push([(await POST(asked(routes.forms.unsubscribe, { body: oneClick }))).status, answers[0]?.[1]]);
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(answers[0]?.[0]).toBe(400);
    expect(await fingerprintOf(db)).toEqual(before);
  });

  test("of something far too long is refused in words", async () => {
    const answer = await POST(asked(unsubscribeNow(tokenFor(anAddress())), { headers: urlencoded, body: "x".repeat(20_000) }));
    expect([answer.status, await answer.text()]).toEqual([413, "That did not work. Try again shortly.\n"]);
  });
});

test("GET and HEAD lead to the page and change nothing", async () => {
  const email = await aLead(ctx);
  const before = await fingerprintOf(db);
  for (const method of ["GET", "HEAD"]) {
    const answer = await GET(asked(unsubscribeNow(tokenFor(email)), { method }));
    const to = new URL(answer.headers.get("location") ?? "", "http://localhost:3000");
    expect([answer.status, to.pathname]).toEqual([303, routes.unsubscribe]);
  }
  expect((await GET(asked(routes.forms.unsubscribe, { method: "GET" }))).headers.get("location")).toBe(routes.unsubscribe);
  expect(await fingerprintOf(db)).toEqual(before);
});

describe("the page's own buttons", () => {
  const press = (email: string, act: string) =>
    POST(asked(unsubscribeNow(tokenFor(email)), { headers: { ...urlencoded, "sec-fetch-site": "same-origin" }, body: `act=${act}` }));

  test("stop mail and take that back, and lead to the page", async () => {
    const email = await aLead(ctx);
    const stopped = await press(email, "stop");
    expect(stopped.status).toBe(303);
    expect(stopped.headers.get("location")).toMatch(/^\/unsubscribe\?t=/);
    expect(await whyNoMail(ctx, email)).toBe("unsubscribed");
    const resumed = await press(email, "resume");
    expect(resumed.headers.get("location")).toMatch(/^\/unsubscribe\?t=.*&again=true$/);
    expect(await whyNoMail(ctx, email)).toBeNull();
  });

  test("take nothing back that staff did", async () => {
    const email = await aLead(ctx);
    await add(ctx, { email });
    await press(email, "resume");
    expect(await whyNoMail(ctx, email)).toBe("staff");
  });

  test("of a link that does not work lead to the page, which says so", async () => {
    const answer = await POST(asked(unsubscribeNow("1.x"), { headers: urlencoded, body: "act=stop" }));
    expect([answer.status, answer.headers.get("location")]).toEqual([303, unsubscribePage("1.x")]);
  });
});
