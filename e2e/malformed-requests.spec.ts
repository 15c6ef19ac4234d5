import { once } from "node:events";
import { request as sendRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, test } from "@playwright/test";
import { site } from "./harness/site";

const paths = [
  "/api/codes/%",
  "/api/codes/%E0%A4%A",
  "/api/codes/%ff",
  "/codes/%zz",
  "/api/leads/email/%C3%28",
  "/api/codes/a%00b",
  "/api//codes",
  "/api/codes/../leads",
  "/api/nowhere",
  "/api",
];

for (const path of paths) {
  test(`${path} is rejected with an error envelope`, async () => {
    const { status, headers, body } = await getRawPath(path);
    expect(status === 400 || status === 404, String(status)).toBe(true);
    expect(body).toMatchObject({
      success: false,
      code: status,
      error: status === 400 ? "invalid_input" : "not_found",
      requestId: headers["x-request-id"],
    });
    expect(headers["cache-control"]).toBe("private, no-store");
  });
}

const invalidRequests: Record<string, string> = {
  "a port that is too large": "GET /api/health/live HTTP/1.1\r\nHost: x:99999\r\n",
  "a Host header that isn't an IP address": "GET /join HTTP/1.1\r\nHost: 1.2.3.256\r\n",
  "an unfinished IPv6 address": "GET /dashboard HTTP/1.1\r\nHost: [1]\r\n",
  "no Host header": "GET /api/health/live HTTP/1.1\r\n",
  "an empty Host header": "GET /api/health/live HTTP/1.1\r\nHost:\r\n",
  "two Host headers": "GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n",
  "two equal Host headers": "GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\nhost: localhost\r\n",
  "two Host headers, one of them empty": "GET /join HTTP/1.1\r\nHost: localhost\r\nHost:\r\n",
  "two Host headers in HTTP/1.0": "GET /dashboard HTTP/1.0\r\nHOST: localhost\r\nHost: evil.example\r\n",
  "two Host headers for metrics": "GET /metrics HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n",
  "two hosts in one Host header": "GET /join HTTP/1.1\r\nHost: localhost, evil.example\r\n",
  "two joined hosts": "GET /join HTTP/1.1\r\nHost: localhost,evil.example\r\n",
  "a user in the Host header": "GET /join HTTP/1.1\r\nHost: localhost@evil.example\r\n",
  "a path in the Host header": "GET /join HTTP/1.1\r\nHost: localhost/evil.example\r\n",
  "a query in the Host header": "GET /join HTTP/1.1\r\nHost: localhost?evil.example\r\n",
  "a fragment in the Host header": "GET /join HTTP/1.1\r\nHost: localhost#evil.example\r\n",
  "a space in the Host header": "GET /join HTTP/1.1\r\nHost: local host\r\n",
  "a Host header that isn't ASCII": "GET /join HTTP/1.1\r\nHost: \u00e9vil.example\r\n",
  "a port that isn't a number": "GET /join HTTP/1.1\r\nHost: localhost:port\r\n",
  "a whole URL as the target": "GET http://localhost/api/health/live HTTP/1.1\r\nHost: localhost\r\n",
  "a whole URL of another host as the target": "GET http://evil.example/api/health/live HTTP/1.1\r\nHost: localhost\r\n",
  "a whole URL as the target and two Host headers": "GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n",
  "a target without a slash": "GET localhost/api/health/live HTTP/1.1\r\nHost: localhost\r\n",
  "an unknown expectation": "GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nExpect: cake\r\n",
  "router state that Next can't read": "GET /docs HTTP/1.1\r\nHost: localhost\r\nRSC: 1\r\nNext-Router-State-Tree: garbage\r\n",
};

for (const [name, headers] of Object.entries(invalidRequests)) {
  test(`${name} is rejected with an error envelope`, async () => {
    const response = await sendRaw(`${headers}Connection: close\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(response.split("\r\n\r\n")[1] ?? "")).toMatchObject({ success: false, code: 400, error: "invalid_input" });
  });
}

for (const host of [
  "localhost",
  "LOCALHOST:3000",
  "127.0.0.1:80",
  "[::1]:3000",
  "gate_house.internal",
  "xn--bcher-kva.example",
  "a-b.example.:443",
])
  test(`the Host header ${host} is accepted`, async () => {
    expect(await sendRaw(`GET /api/health/live HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  });

test("an unknown path without /api is rejected in the format that the client expects", async ({ request }) => {
  const reply = await request.get("/nowhere", { headers: { accept: "application/json" } });
  expect([reply.status(), await reply.json()]).toEqual([404, expect.objectContaining({ success: false, error: "not_found" })]);
  const page = await request.get("/nowhere", { headers: { accept: "text/html" } });
  expect([page.status(), page.headers()["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
});

test("Next's own error page is not served", async ({ request }) => {
  expect((await request.get("/_global-error")).status()).toBe(404);
});

test("a probe for server actions gets the page", async ({ request }) => {
  const headers = { "next-action": "00deadbeef00deadbeef00deadbeef00deadbeef00", "content-type": "text/plain" };
  expect((await request.post("/docs", { headers, data: "[]" })).status()).toBe(200);
});

test("a chunked body that is too large gets a response, and the connection answers the next request", async () => {
  const chunk = `8000\r\n${"a".repeat(0x8000)}\r\n`;
  const next = "GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  const response = await sendRaw(`${chunkedRequestHead()}${chunk.repeat(12)}0\r\n\r\n${next}`);
  expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
});

test("a chunked body that is far too large and doesn't end gets a response", async () => {
  const chunk = `80000\r\n${"a".repeat(0x80000)}\r\n`;
  const socket = openSocket();
  socket.write(`${chunkedRequestHead()}${chunk.repeat(40)}`);
  const [response] = await once(socket.setEncoding("utf8"), "data");
  expect(response).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

const chunkedRequestHead = (): string =>
  `POST /api/leads/create HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${site().secretKey}\r\nTransfer-Encoding: chunked\r\n\r\n`;

const openSocket = (): Socket => {
  const { hostname, port } = new URL(site().baseUrl);
  return connect(Number(port), hostname);
};

/** Sends bytes unchanged and returns what the server sends until it closes the connection. */
async function sendRaw(text: string): Promise<string> {
  const socket = openSocket();
  let response = "";
  socket.setEncoding("utf8").on("data", (data) => {
    response += data;
  });
  socket.write(text);
  await once(socket, "close");
  return response;
}

/** Requests a path unchanged. A browser or `fetch` would normalize it first. */
function getRawPath(path: string): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: unknown }> {
  const { baseUrl, secretKey } = site();
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    sendRequest({ hostname, port, path, headers: { authorization: `Bearer ${secretKey}` } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.once("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) }));
    })
      .once("error", reject)
      .end();
  });
}
