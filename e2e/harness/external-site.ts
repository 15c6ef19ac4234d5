import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test as base, expect, type Page } from "@playwright/test";
import { embedMessages } from "@/components/public/messages";
import { site } from "./site";

type SitePage = { body: string; policy?: string };

/** A website on another origin and another site than ours. */
export type ExternalSite = {
  origin: string;
  /** Adds a page, by default with the strictest policy that the embed settings allow for. Returns its URL. */
  addPage(page: SitePage): string;
};

/** The directives that the script or the frame needs. Everything else is forbidden. */
export const policies = {
  get script() {
    const { baseUrl } = site();
    return `default-src 'none'; script-src ${baseUrl}; connect-src ${baseUrl}; require-trusted-types-for 'script'`;
  },
  get frame() {
    return `default-src 'none'; frame-src ${site().baseUrl}`;
  },
};

const setupErrors: unknown[] = Object.values(embedMessages.setup);

/** Starts a website on another origin, calls `use` with it, and stops it. */
export async function withExternalSite(use: (site: ExternalSite) => Promise<void>): Promise<void> {
  const pages = new Map<string, SitePage>();
  const server = createServer((request, response) => {
    const page = pages.get((request.url ?? "").split("?", 1)[0] ?? "");
    if (!page) return void response.writeHead(request.url === "/favicon.ico" ? 204 : 404).end();
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.setHeader("Content-Security-Policy", page.policy ?? policies.script);
    response.end(`<!doctype html><html lang="en"><title>Another site</title>${page.body}</html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await use({
    origin,
    addPage(page) {
      const path = `/page-${pages.size + 1}`;
      pages.set(path, page);
      return origin + path;
    },
  });
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

export const test = base.extend<{ externalSite: ExternalSite; noConsoleErrors: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from here
  externalSite: async ({}, use) => withExternalSite(use),
  // The browser also logs blocked requests.
  noConsoleErrors: [
    async ({ context }, use) => {
      const errors: string[] = [];
      context.on("console", (message) => {
        if (message.type() === "error" && !/^Failed to load resource|blocked by CORS policy/.test(message.text()))
          errors.push(message.text());
      });
      context.on("weberror", (error) => errors.push(error.error().message));
      await use(undefined);
      expect(errors.filter((text) => !text.startsWith("Gatehouse") && !setupErrors.includes(text))).toEqual([]);
    },
    { auto: true },
  ],
});

/** The HTML of a page with some content. */
export const pageHtml = (content: string, scheme = "light dark"): string =>
  `<meta name="color-scheme" content="${scheme}"><meta name="viewport" content="width=device-width"><main><h1>Soon</h1>${content}</main>`;

/** The script element that embeds a form. */
export const embedScript = (form: "join" | "claim", attributes = "", key = site().publicKey): string =>
  `<script async src="${site().baseUrl}/embed.js" data-key="${key}" data-form="${form}" ${attributes}></script>`;

/** Records the events of the forms on a page. */
export async function recordFormEvents(page: Page): Promise<() => Promise<[string, unknown][]>> {
  await page.addInitScript(() => {
    const events: [string, unknown][] = [];
    Object.assign(window, { events });
    for (const name of ["joined", "claimed", "confirmation-required", "refused"])
      document.addEventListener(`gatehouse:${name}`, (event) => events.push([name, (event as CustomEvent).detail]));
  });
  return () => page.evaluate(() => (window as unknown as { events: [string, unknown][] }).events);
}

export { expect };
