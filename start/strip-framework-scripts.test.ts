import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keepStill, withoutScripts } from "./still-pages";

test.each([
  ["a script that is fetched", '<p>a</p><script src="/x.js" async="" nonce="n"></script><p>b</p>', "<p>a</p><p>b</p>"],
  ["a script that stands in it", '<script nonce="n">self.x=["<p>","\\u003c/script"]</script><p>b</p>', "<p>b</p>"],
  ["a script asked for early", '<link rel="preload" as="script" fetchPriority="low" href="/x.js"/><p>b</p>', "<p>b</p>"],
  ["a module asked for early", '<link href="/x.js" as="script" rel="modulepreload"/><p>b</p>', "<p>b</p>"],
])("a still page is sent without %s", (_, html, still) => {
  expect(withoutScripts(html)).toBe(still);
});

test.each([
  ["its own script", '<script type="module" src="/own.js" data-own="true" nonce="n"></script>'],
  ["its style and its font", '<link rel="stylesheet" href="/x.css"/><link rel="preload" href="/f.woff2" as="font" crossorigin=""/>'],
  ["words about scripts", "<p>&lt;script&gt; as=&quot;script&quot;</p>"],
  ["the scripts that put late parts into their places", '<template id="B:0"></template><script>$RC("B:0","S:0")</script>'],
])("a still page keeps %s", (_, html) => {
  expect(withoutScripts(html)).toBe(html);
});

describe("served", () => {
  const page = "<p>é</p><script>1</script>";
  let server: Server;
  let base = "";
  beforeAll(async () => {
    server = createServer((request, response) => {
      keepStill(request, response);
      const type = request.headers.rsc ? "text/x-component" : "text/html; charset=utf-8";
      response.setHeader("Content-Type", type);
      response.setHeader("Content-Length", Buffer.byteLength(page));
      const bytes = Buffer.from(page);
      if (request.headers.early) response.flushHeaders();
      if (request.headers.failing) response.statusCode = 500;
      // In the middle of a letter.
      response.write(bytes.subarray(0, 4));
      response.end(bytes.subarray(4));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    base = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test.each(["identity", "gzip", "br"])("with %s it is the page without its scripts", async (encoding) => {
    for (const path of ["/claim?code=x", "/join/"])
      for (const early of [[], [["early", "1"]]] as [string, string][][]) {
        const answer = await fetch(base + path, { headers: [["accept-encoding", encoding], ...early] });
        expect(await answer.text()).toBe("<p>é</p>");
        expect(answer.headers.get("content-encoding")).toBe(encoding === "identity" ? null : encoding);
        expect(answer.headers.get("vary")).toBe("Accept-Encoding");
      }
  });

  test("a page that says what failed keeps its scripts", async () => {
    expect(await (await fetch(`${base}/claim`, { headers: { failing: "1" } })).text()).toBe(page);
  });

  test("what is no page, and pages that are not still, go through as they are", async () => {
    expect(await (await fetch(`${base}/claim`, { headers: { rsc: "1" } })).text()).toBe(page);
    expect(await (await fetch(`${base}/claims`)).text()).toBe(page);
  });
});
