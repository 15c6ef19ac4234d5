import { expect, test } from "vitest";
import { roles } from "@/contract/roles";
import { renderStaffMessage, type StaffMessage } from "./render-staff";

const link = "https://codes.example.org/reset?token=5f2b8c1d9e7a4036b8d1f0c2a9e4d7b3";
const brand = { projectName: "Launch", accent: "#2563eb", link };
const messages: readonly StaffMessage[] = [
  { ...brand, kind: "reset", name: "Grace" },
  { ...brand, kind: "invitation", role: "admin", invitedBy: "Grace" },
  { ...brand, kind: "password_changed", name: "Grace" },
  { ...brand, kind: "second_factor_changed", name: "Grace" },
];
const invitation = messages[1] as StaffMessage & { kind: "invitation" };

/** The words of the HTML part, without its markup. */
const saidIn = (html: string) =>
  html
    .replace(/<(style|title)>.*?<\/\1>/gs, "")
    .replace(/<!--.*?-->/gs, "")
    .replace(/<\/(p|a)>/g, "\n")
    .replace(/<[^>]+>/g, "");

test.each(messages.map((message) => [message.kind, message] as const))(
  "the mail %s says the same in both parts, with one link",
  async (_, message) => {
    const { subject, html, text } = await renderStaffMessage(message);
    expect(subject).toContain("Launch");
    const words = (part: string) => part.replaceAll(link, "").split(/\s+/).filter(Boolean);
    expect(words(text)).toEqual(words(saidIn(html)));
    expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([link]);
    expect(text.split(link)).toHaveLength(2);
    expect(text).toMatch(/there is nothing you need to do/);
    expect(html).toContain("max-width:560px");
    expect(html).toContain("prefers-color-scheme: dark");
    expect(html.length).toBeLessThan(10_000);
  },
);

test("a link says how long it works, and what follows from not using it", async () => {
  const [reset, invited] = await Promise.all(messages.slice(0, 2).map(renderStaffMessage));
  expect(reset?.text).toContain("The link works once, for 30 minutes.");
  expect(reset?.text).toContain("your password stays as it is");
  expect(invited?.text).toContain("The link works once, for 7 days.");
  expect(invited?.text).toContain("nothing changes unless you join");
});

test("an invitation says who invites and as what, for every role and for nobody in particular", async () => {
  const textFor = async (some: Partial<typeof invitation>) => (await renderStaffMessage({ ...invitation, ...some })).text;
  const texts = await Promise.all(roles.map((role) => textFor({ role })));
  expect(texts.map((text) => /as (an? \w+)\./.exec(text)?.[1])).toEqual(["a viewer", "a member", "an admin", "an owner"]);
  expect(texts[0]).toContain("Grace invites you to the team of Launch");
  expect(await textFor({ invitedBy: null })).toContain("Somebody invites you");
});

test("a name is text, whatever is in it", async () => {
  const strange = "<b>Grace</b> & \u202Eecarg";
  const { subject, html, text } = await renderStaffMessage({ ...invitation, invitedBy: strange, projectName: "A & B <i>Ltd</i>" });
  expect(html).toContain("&lt;b&gt;Grace&lt;/b&gt; &amp; ecarg invites you");
  expect(html).not.toMatch(/<i>|<b>/);
  expect(text).toContain("<b>Grace</b> & ecarg invites you to the team of A & B <i>Ltd</i>");
  expect(subject).toBe("You are invited to the team of A & B <i>Ltd</i>");
});

test("the button's words can be read on any accent", async () => {
  const buttonOn = async (accent: string) =>
    /<a [^>]*style="([^"]*)"/.exec((await renderStaffMessage({ ...invitation, accent })).html)?.[1];
  expect(await buttonOn("#facc15")).toMatch(/color:#000000;background-color:#facc15/);
  expect(await buttonOn("#2563eb")).toMatch(/color:#ffffff;background-color:#2563eb/);
});
