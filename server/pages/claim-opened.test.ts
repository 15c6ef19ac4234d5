import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { routes } from "@/lib/routes";
import { claimFields, createInvitation, openPage, requestPage } from "@/tests/harness/public-pages";
import { createTestApp } from "@/tests/harness/test-app";

const { ctx, db } = await createTestApp();

type Fields = ReturnType<typeof claimFields>;

/** Sends what the claim page's script sends when the page is visible. */
const report = (fields: Partial<Fields>, headers: Record<string, string> = { "sec-fetch-site": "same-origin" }) =>
  requestPage(routes.forms.claimOpened, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded;charset=UTF-8", ...headers },
    body: new URLSearchParams(fields).toString(),
  });

async function getOpenedAt(email: string): Promise<string | null> {
  const rows = await queryRows<{ opened_at: string | null }>(db, sql`select opened_at from lead_invitations where email = ${email}`);
  expect(rows).toHaveLength(1);
  return rows[0]?.opened_at ?? null;
}

describe("the report that a person opened the claim page", () => {
  test("counts the first time, and says nothing about the link", async () => {
    const fields = claimFields((await createInvitation(ctx)).claim);
    const responses = [await report(fields)];
    const openedAt = await getOpenedAt(fields.email);
    expect(openedAt).not.toBeNull();
    responses.push(await report(fields), await report({ ...fields, linkToken: "x" }), await report({}));
    expect(await getOpenedAt(fields.email)).toBe(openedAt);
    for (const response of responses) expect([response.status, await response.text()]).toEqual([204, ""]);
  });

  test.each([
    ["without the link's token", (fields: Fields) => report({ ...fields, linkToken: "" })],
    ["with a changed token", (fields: Fields) => report({ ...fields, linkToken: `${fields.linkToken.slice(0, -2)}xx` })],
    ["for another email", (fields: Fields) => report({ ...fields, email: "someone.else@example.org" })],
    ["from another site", (fields: Fields) => report(fields, { "sec-fetch-site": "cross-site", origin: "https://mail.example" })],
  ])("doesn't count %s", async (_, send) => {
    const fields = claimFields((await createInvitation(ctx)).claim);
    expect((await send(fields)).status).toBe(204);
    expect(await getOpenedAt(fields.email)).toBeNull();
  });

  test("doesn't count with a body that is too long", async () => {
    const fields = claimFields((await createInvitation(ctx)).claim);
    expect((await report({ ...fields, code: "x".repeat(200_000) })).status).toBe(204);
    expect(await getOpenedAt(fields.email)).toBeNull();
  });
});

test("fetching the pages of an emailed link, as email scanners do, doesn't count", async () => {
  const { claim, position } = await createInvitation(ctx);
  const { email } = claimFields(claim);
  await openPage(claim);
  await openPage(position);
  for (const url of [claim, position]) {
    expect((await requestPage(url, { method: "HEAD" })).status).toBe(200);
    expect((await requestPage(url, { headers: { "user-agent": "SafeLinks", "sec-purpose": "prefetch" } })).status).toBe(200);
  }
  expect((await requestPage(routes.forms.claimOpened + claim.slice(claim.indexOf("?")))).status).toBe(405);
  expect(await getOpenedAt(email)).toBeNull();
});
