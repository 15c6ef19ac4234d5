import { describe, expect, test } from "vitest";
import { routes, withQuery } from "@/lib/routes";
import { insertCode, uniqueEmail } from "@/tests/harness/factories";
import { createEmailLinks, createInvitation, openPage, submitForm, updateProject } from "@/tests/harness/public-pages";
import { createTestApp } from "@/tests/harness/test-app";

const { ctx } = await createTestApp();
const links = await createEmailLinks(ctx);
const invitation = await createInvitation(ctx);

/** The words and targets of the links below a page's card. */
function findFooter(html: string): string[] {
  const [, footer = ""] = /<p class="max-w-sm text-center[^"]*">([\s\S]*?)<\/p>/.exec(html) ?? [];
  return [...footer.matchAll(/<span[^>]*>(.*?) ?<a href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, question, href, label]) =>
    [question, label, href].join(" "),
  );
}

const toClaim = "Have a code? Claim it /claim";
const toJoin = "No code yet? Join the waitlist /join";

const pages: { name: string; url: string; footer: string[] }[] = [
  { name: "claim", url: routes.claim, footer: [toJoin] },
  { name: "claim with errors", url: await submitForm(routes.forms.claim, { code: "unknown", email: uniqueEmail() }), footer: [toJoin] },
  { name: "a personal link to claim", url: invitation.claim, footer: [] },
  { name: "claimed", url: await submitForm(routes.forms.claim, { code: await insertCode(ctx), email: uniqueEmail() }), footer: [] },
  { name: "join", url: routes.join, footer: [toClaim] },
  { name: "joined", url: await submitForm(routes.forms.join, { email: uniqueEmail() }), footer: [toClaim] },
  { name: "confirm", url: links.confirm, footer: [toClaim] },
  { name: "position", url: links.position, footer: [toClaim] },
  { name: "an invitation's position", url: invitation.position, footer: [] },
  { name: "unsubscribe", url: links.unsubscribe, footer: [toClaim, toJoin] },
  ...[routes.confirm, routes.position, routes.personalData, routes.changeEmail, routes.unsubscribe].map((path) => ({
    name: `a link that isn't valid to ${path}`,
    url: withQuery(path, { token: "1.expired" }),
    footer: [toClaim, toJoin],
  })),
  { name: "claim in a frame", url: routes.embed.claim, footer: [] },
  { name: "join in a frame", url: routes.embed.join, footer: [] },
];

describe.each(pages)("the page: $name", ({ url, footer }) => {
  test(`links to ${footer.length} other pages, and to none that is paused`, async () => {
    expect(findFooter(await openPage(url))).toEqual(footer);
    await updateProject(ctx, { paused: ["claims"] });
    const withoutClaims = findFooter(await openPage(url));
    await updateProject(ctx, { paused: ["sign_ups"] });
    const withoutSignUps = findFooter(await openPage(url));
    await updateProject(ctx, { paused: [] });
    expect(withoutClaims).toEqual(footer.filter((link) => link !== toClaim));
    expect(withoutSignUps).toEqual(footer.filter((link) => link !== toJoin));
  });
});

test("the page of a link that isn't valid has the project's name in its title and above the card", async () => {
  await updateProject(ctx, { name: "Fjord & Co" });
  for (const path of [routes.confirm, routes.position, routes.personalData, routes.changeEmail, routes.unsubscribe]) {
    const html = await openPage(withQuery(path, { token: "1.expired" }));
    expect(html).toMatch(/<title>.* · Fjord &amp; Co<\/title>/);
    expect(html).toMatch(/<h1[^>]*>This link isn(&#x27;|')t valid<\/h1>/);
    expect(html).not.toMatch(/Dashboard|Gatehouse/);
  }
  await updateProject(ctx, { name: "Gatehouse" });
});

test("the position page links to unsubscribing, and to undoing it", async () => {
  const { position } = await createEmailLinks(ctx);
  const findLink = (html: string) => /<a href="([^"]*\/unsubscribe\?token=[^"]*)"[^>]*>([^<]*)<\/a>/.exec(html)?.slice(1);
  const [url = "", label] = findLink(await openPage(position)) ?? [];
  expect(label).toBe("Unsubscribe from emails");
  const { pathname, search } = new URL(url);
  expect(await openPage(pathname + search)).toContain("Stop receiving emails");
  await submitForm(`${routes.forms.unsubscribe}${search}`, { action: "unsubscribe" });
  expect(findLink(await openPage(position))?.[1]).toBe("Get emails again");
});
