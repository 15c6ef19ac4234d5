import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeFrameworkScripts, stripFrameworkScripts } from "./strip-framework-scripts";

test.each([
  ["an external script", '<p>a</p><script src="/x.js" async="" nonce="n"></script><p>b</p>', "<p>a</p><p>b</p>"],
  ["an inline script", '<script nonce="n">self.x=["<p>","\\u003c/script"]</script><p>b</p>', "<p>b</p>"],
  ["a preloaded script", '<link rel="preload" as="script" fetchPriority="low" href="/x.js"/><p>b</p>', "<p>b</p>"],
  ["a preloaded module", '<link href="/x.js" as="script" rel="modulepreload"/><p>b</p>', "<p>b</p>"],
])("removes %s", (_, html, expected) => {
  expect(removeFrameworkScripts(html)).toBe(expected);
});

test.each([
  ["the page's own script", '<script type="module" src="/own.js" data-page-script="true" nonce="n"></script>'],
  ["styles and fonts", '<link rel="stylesheet" href="/x.css"/><link rel="preload" href="/f.woff2" as="font" crossorigin=""/>'],
  ["escaped text about scripts", "<p>&lt;script&gt; as=&quot;script&quot;</p>"],
  ["the scripts of streamed parts", '<template id="B:0"></template><script>$RC("B:0","S:0")</script>'],
])("keeps %s", (_, html) => {
  expect(removeFrameworkScripts(html)).toBe(html);
});

describe("in the server", () => {
  const page = "<p>é</p><script>1</script>";
  let server: Server;
  let base = "";
  beforeAll(async () => {
    server = createServer((request, response) => {
      stripFrameworkScripts(request, response);
      const type = request.headers.rsc ? "text/x-component" : "text/html; charset=utf-8";
      response.setHeader("Content-Type", type);
      response.setHeader("Content-Length", Buffer.byteLength(page));
      const bytes = Buffer.from(page);
      if (request.headers.flush) response.flushHeaders();
      if (request.headers.fail) response.statusCode = 500;
      // Splits a multi-byte character.
      response.write(bytes.subarray(0, 4));
      response.end(bytes.subarray(4));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    base = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test.each(["identity", "gzip", "br"])("serves the page without scripts in the encoding %s", async (encoding) => {
    for (const path of ["/claim?code=x", "/join/"])
      for (const flush of [[], [["flush", "1"]]] as [string, string][][]) {
        const response = await fetch(base + path, { headers: [["accept-encoding", encoding], ...flush] });
        expect(await response.text()).toBe("<p>é</p>");
        expect(response.headers.get("content-encoding")).toBe(encoding === "identity" ? null : encoding);
        expect(response.headers.get("vary")).toBe("Accept-Encoding");
      }
  });

  test("keeps the scripts of error pages", async () => {
    expect(await (await fetch(`${base}/claim`, { headers: { fail: "1" } })).text()).toBe(page);
  });

  test("passes other responses and other pages through unchanged", async () => {
    expect(await (await fetch(`${base}/claim`, { headers: { rsc: "1" } })).text()).toBe(page);
    expect(await (await fetch(`${base}/claims`)).text()).toBe(page);
  });
});
