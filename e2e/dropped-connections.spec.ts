import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request as sendRequest } from "node:http";
import { connect } from "node:net";
import { expect, test } from "@playwright/test";
import { isHeavy, size } from "@/tests/harness/size";
import { callApi } from "./harness/api";
import { site } from "./harness/site";
import { heavyOnly, sampled } from "./harness/tags";

/** More than the server's database connections, so that a leaked connection makes the test fail. */
const clientCount = 20;

test("the server keeps working after clients disconnect in the middle of a response", heavyOnly, async () => {
  const { baseUrl, secretKey: key } = site();
  // Reserved codes don't make new ones in other specs easy to guess.
  const codes = { type: "alphanumeric", reservedFor: "ada@example.org" };
  await callApi(`${baseUrl}/api/codes/generate`, { key, body: { ...codes, amount: 20_000 } });
  for (let client = 0; client < clientCount; client++) {
    const body = JSON.stringify({ ...codes, amount: 3000 });
    const response = await waitForResponse(send("/api/codes/generate", { "content-length": String(body.length) }).end(body));
    expect(response.statusCode).toBe(200);
    await new Promise((resolve) => response.once("data", resolve));
    response.destroy();
  }
  expect(await callApi(`${baseUrl}/api/codes?limit=1`, { key })).toMatchObject({ status: 200 });
});

test("clients that disconnect in the middle of a request body change nothing", async () => {
  const { baseUrl, secretKey: key } = site();
  for (let client = 0; client < clientCount; client++) {
    const request = send("/api/leads/create", { "content-length": "1000" });
    request.once("error", () => {});
    await new Promise((resolve) => request.write('{"email":"left@example.org"', resolve));
    request.destroy();
  }
  expect(await callApi(`${baseUrl}/api/leads/email/left@example.org`, { key })).toMatchObject({ status: 404, error: "lead_not_found" });
});

test("HEAD responds like GET without a body", async () => {
  const { baseUrl } = site();
  const response = await fetch(`${baseUrl}/api/health/live`, { method: "HEAD" });
  expect(response.status).toBe(200);
  expect(response.headers.get("x-request-id")).toBeTruthy();
  expect(await response.text()).toBe("");
});

test("the server answers while many clients send their requests slowly, and disconnects them", sampled, async () => {
  const { hostname, port } = new URL(site().baseUrl);
  const sockets = Array.from({ length: size(300, 2000) }, () => connect(Number(port), hostname));
  for (const socket of sockets) socket.on("error", () => {}).resume();
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  const closed = Promise.all(sockets.map((socket) => once(socket, "close")));
  for (const socket of sockets) socket.write("GET /api/health/live HTTP/1.1\r\nX-Slow: ");
  const slowly = setInterval(() => sockets.map((socket) => socket.writable && socket.write("a")), 1000);
  try {
    for (let i = 0; i < 5; i++) {
      const response = await fetch(`${site().baseUrl}/api/health/live`, { signal: AbortSignal.timeout(5000) });
      expect(response.status).toBe(200);
    }
    // The server allows 20 seconds for the headers of a request.
    if (isHeavy) await closed;
  } finally {
    clearInterval(slowly);
    for (const socket of sockets) socket.destroy();
  }
});

function send(path: string, headers: Record<string, string>): ClientRequest {
  const { baseUrl, secretKey } = site();
  const { hostname, port } = new URL(baseUrl);
  return sendRequest({
    hostname,
    port,
    path,
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json", ...headers },
  });
}

function waitForResponse(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => request.once("response", resolve).once("error", reject));
}
