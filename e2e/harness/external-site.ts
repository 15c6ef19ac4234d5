import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test as base, expect, type Page } from "@playwright/test";
import { site } from "./site";

type SitePage = { body: string; policy?: string };

/** A web site of somebody else: another origin than ours, and another site. */
export type ExternalSite = {
  origin: string;
  /** Puts a page there, with the strictest policy that lets in what our own settings tell, and answers its address. */
  addPage(page: SitePage): string;
};

const { baseUrl } = site();
/** What a site needs for the script, and for the frame; all else is forbidden. */
export const policies = {
  script: `default-src 'none'; script-src ${baseUrl}; connect-src ${baseUrl}; require-trusted-types-for 'script'`,
  frame: `default-src 'none'; frame-src ${baseUrl}`,
};

export const test = base.extend<{ externalSite: ExternalSite; quiet: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing
  externalSite: async ({}, use) => {
    const pages = new Map<string, SitePage>();
    const server = createServer((request, response) => {
      const page = pages.get((request.url ?? "").split("?", 1)[0] ?? "");
      if (!page) return void response.writeHead(request.url === "/favicon.ico" ? 204 : 404).end();
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.setHeader("Content-Security-Policy", page.policy ?? policies.script);
      response.end(`<!doctype html><html lang="en"><title>Another site</title>${page.body}</html>`);
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await use({
      origin,
      addPage(page) {
        const path = `/page-${pages.size + 1}`;
        pages.set(path, page);
        return origin + path;
      },
    });
    await new Promise<void>((stopped) => {
      server.close(() => stopped());
      server.closeAllConnections();
    });
  },
  // What is refused is told by the browser as well.
  quiet: [
    async ({ context }, use) => {
      const said: string[] = [];
      context.on("console", (message) => {
        if (message.type() === "error" && !/^Failed to load resource|blocked by CORS policy/.test(message.text()))
          said.push(message.text());
      });
      context.on("weberror", (error) => said.push(error.error().message));
      await use(undefined);
      expect(said.filter((text) => !text.startsWith("Gatehouse") && !text.startsWith("This form"))).toEqual([]);
    },
    { auto: true },
  ],
});

/** A page of another site, with something in it. */
export const pageHtml = (inside: string, scheme = "light dark"): string =>
  `<meta name="color-scheme" content="${scheme}"><meta name="viewport" content="width=device-width"><main><h1>Soon</h1>${inside}</main>`;

/** The script element of a form on another site. */
export const embedScript = (form: "join" | "claim", more = "", key = site().publicKey): string =>
  `<script async src="${baseUrl}/embed.js" data-key="${key}" data-form="${form}" ${more}></script>`;

/** Keeps what the forms of a page tell it. */
export async function recordFormEvents(page: Page): Promise<() => Promise<[string, unknown][]>> {
  await page.addInitScript(() => {
    const heard: [string, unknown][] = [];
    Object.assign(window, { heard });
    for (const name of ["joined", "claimed", "refused"])
      document.addEventListener(`gatehouse:${name}`, (event) => heard.push([name, (event as CustomEvent).detail]));
  });
  return () => page.evaluate(() => (window as unknown as { heard: [string, unknown][] }).heard);
}

export { expect };
