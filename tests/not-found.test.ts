import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import NotFound, { metadata } from "@/app/not-found";
import { updateProject } from "@/core/projects/update";
import { routes } from "@/lib/routes";
import { createTestApp } from "./harness/test-app";

const { ctx } = await createTestApp();

test("customers at an address that doesn't exist see the project's name, and links to claim and join but not to the dashboard", async () => {
  await updateProject(ctx, { name: "Fjord & Co" });
  const html = renderToStaticMarkup(await NotFound());
  expect(metadata.title).toBe("Page not found");
  expect(html).toMatch(/<h1[^>]*>Page not found<\/h1>/);
  expect(html).toContain("Fjord &amp; Co");
  const links = [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href, text]) => [href, text]);
  expect(links).toEqual([
    [routes.claim, "Claim your code"],
    [routes.join, "Join the waitlist"],
  ]);
  expect(html).not.toMatch(/Dashboard|Gatehouse/i);
});
