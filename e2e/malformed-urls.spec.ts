import { request as ask } from "node:http";
import { expect, test } from "@playwright/test";
import { site } from "./harness/site";

const addresses = [
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

for (const path of addresses) {
  test(`${path} is refused in the envelope`, async () => {
    const { status, headers, body } = await get(path);
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

/** Asks for the path as it stands; a browser or `fetch` would tidy it up first. */
function get(path: string): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: unknown }> {
  const { baseUrl, secretKey } = site();
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    ask({ hostname, port, path, headers: { authorization: `Bearer ${secretKey}` } }, (response) => {
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
