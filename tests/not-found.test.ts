import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import NotFound, { generateMetadata } from "@/app/not-found";
import { updateProject } from "@/core/projects/update";
import { routes } from "@/lib/routes";
import { updateProject as setProject } from "./harness/public-pages";
import { createTestApp } from "./harness/test-app";

const { ctx } = await createTestApp();

const listLinks = (html: string) => [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href, text]) => [href, text]);

test("customers at an address that doesn't exist see the project's name, and links to claim and join but not to the dashboard", async () => {
  await updateProject(ctx, { name: "Fjord & Co" });
  const html = renderToStaticMarkup(await NotFound());
  expect(await generateMetadata()).toEqual({ title: { absolute: "Page not found · Fjord & Co" } });
  expect(html).toMatch(/<h1[^>]*>Page not found<\/h1>/);
  expect(html).toContain("Fjord &amp; Co");
  expect(listLinks(html)).toEqual([
    [routes.claim, "Claim your code"],
    [routes.join, "Join the waitlist"],
  ]);
  expect(html).not.toMatch(/Dashboard|Gatehouse/i);
});

test("a page that doesn't exist doesn't link to a paused form", async () => {
  await setProject(ctx, { paused: ["claims"] });
  expect(listLinks(renderToStaticMarkup(await NotFound()))).toEqual([[routes.join, "Join the waitlist"]]);
  await setProject(ctx, { paused: ["claims", "sign_ups"] });
  const html = renderToStaticMarkup(await NotFound());
  expect(listLinks(html)).toEqual([]);
  expect(html).not.toContain("one of these pages");
  await setProject(ctx, { paused: [] });
});
