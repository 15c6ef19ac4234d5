import { expect, test } from "vitest";
import { renderLeadEmail } from "@/emails/render";
import { sampleLeadEmail } from "@/emails/sample-email";
import { applyColorScheme, removeLinks } from "./email";

test("the preview of an email has the same text in light and dark colors", async () => {
  const { html } = await renderLeadEmail({ ...sampleLeadEmail, projectName: "The light dark place", firstname: "Ada" });
  expect(applyColorScheme(html, undefined)).toBe(html);
  expect(applyColorScheme(html, "dark")).toMatch(/<meta name="color-scheme" content="dark"/);
  expect(applyColorScheme(html, "dark")).toContain("@media all");
  expect(applyColorScheme(html, "light")).toContain("@media not all");
  for (const scheme of ["light", "dark"] as const) {
    expect(applyColorScheme(html, scheme)).not.toMatch(/prefers-color-scheme|color-schemes?: light dark/);
    expect(applyColorScheme(html, scheme)).toContain("The light dark place");
  }
});

test("the preview of an email without link targets has the same text", async () => {
  const { html } = await renderLeadEmail(sampleLeadEmail);
  const words = (html: string) => html.replace(/<[^>]+>/g, "");
  expect(html).toContain(sampleLeadEmail.claimUrl);
  expect(removeLinks(html)).not.toContain(sampleLeadEmail.claimUrl);
  expect(removeLinks(html)).toContain("<a ");
  expect(words(removeLinks(html))).toBe(words(html));
});
