import { request as sendRequest } from "node:http";
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
