import { request as ask, type ClientRequest, type IncomingMessage } from "node:http";
import { expect, test } from "@playwright/test";
import { callApi } from "./harness/api";
import { site } from "./harness/site";

/** More than the server has connections to its database: one that is not given back is missed. */
const clients = 20;

test("clients that leave in the middle of an answer leave the server as it was", async () => {
  const { baseUrl, secretKey: key } = site();
  await callApi(`${baseUrl}/api/codes/generate`, { key, body: { amount: 20_000, type: "alphanumeric" } });
  for (let client = 0; client < clients; client++) {
    const body = JSON.stringify({ amount: 3000, type: "alphanumeric" });
    const answer = await started(send("/api/codes/generate", { "content-length": String(body.length) }).end(body));
    expect(answer.statusCode).toBe(200);
    await new Promise((first) => answer.once("data", first));
    answer.destroy();
  }
  expect(await callApi(`${baseUrl}/api/codes?limit=1`, { key })).toMatchObject({ status: 200 });
});

test("clients that leave in the middle of a body change nothing", async () => {
  const { baseUrl, secretKey: key } = site();
  for (let client = 0; client < clients; client++) {
    const request = send("/api/leads/create", { "content-length": "1000" });
    request.once("error", () => {});
    await new Promise((written) => request.write('{"email":"left@example.org"', written));
    request.destroy();
  }
  expect(await callApi(`${baseUrl}/api/leads/email/left@example.org`, { key })).toMatchObject({ status: 404, error: "lead_not_found" });
});

test("HEAD answers what GET does, without a body", async () => {
  const { baseUrl } = site();
  const answer = await fetch(`${baseUrl}/api/health/live`, { method: "HEAD" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-request-id")).toBeTruthy();
  expect(await answer.text()).toBe("");
});

function send(path: string, headers: Record<string, string>): ClientRequest {
  const { baseUrl, secretKey } = site();
  const { hostname, port } = new URL(baseUrl);
  return ask({
    hostname,
    port,
    path,
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json", ...headers },
  });
}

function started(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => request.once("response", resolve).once("error", reject));
}
