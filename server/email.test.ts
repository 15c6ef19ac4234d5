import { expect, test } from "vitest";
import { renderLeadMessage } from "@/emails/render";
import { plainMessage } from "@/emails/sample";
import { inScheme, withoutLinks } from "./mail";

test("a mail is shown as light or dark programs show it, and says the same words", async () => {
  const { html } = await renderLeadMessage({ ...plainMessage, projectName: "The light dark place", firstname: "Ada" });
  expect(inScheme(html, undefined)).toBe(html);
  expect(inScheme(html, "dark")).toMatch(/<meta name="color-scheme" content="dark"/);
  expect(inScheme(html, "dark")).toContain("@media all");
  expect(inScheme(html, "light")).toContain("@media not all");
  for (const scheme of ["light", "dark"] as const) {
    expect(inScheme(html, scheme)).not.toMatch(/prefers-color-scheme|color-schemes?: light dark/);
    expect(inScheme(html, scheme)).toContain("The light dark place");
  }
});

test("a mail that is only looked at leads nowhere, and reads the same", async () => {
  const { html } = await renderLeadMessage(plainMessage);
  const words = (of: string) => of.replace(/<[^>]+>/g, "");
  expect(html).toContain(plainMessage.claimUrl);
  expect(withoutLinks(html)).not.toContain(plainMessage.claimUrl);
  expect(withoutLinks(html)).toContain("<a ");
  expect(words(withoutLinks(html))).toBe(words(html));
});
