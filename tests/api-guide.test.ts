import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { callRoute } from "./harness/api";
import { createTestApp } from "./harness/test-app";

const { secretKey } = await createTestApp();
const guide = readFileSync("docs/guide/api.md", "utf8");

type Step = { path: string; body: string | undefined; response: unknown };

/** Every `call …` of the guide, with the JSON that the guide shows next. */
const steps: Step[] = [
  ...guide.matchAll(/```sh\ncall "?([^\s"]+)"?(?: '([^']+)')?\n```(?:(?!```sh)[\s\S])*?(?:```json\n([\s\S]*?)```|(?=\*\*|##))/g),
].map(([, path = "", body, response]) => ({ path, body, response: response === undefined ? undefined : JSON.parse(response) }));

/** Replaces what differs from run to run: IDs, times, codes and tokens. */
function stable(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((each) => stable(each));
  if (value && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, stable(each, name)]));
  if (typeof value === "string" && ["id", "sendId", "requestId", "code", "referralCode", "claimToken", "token"].includes(key))
    return `a ${key}`;
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value)) return "a time";
  return key === "time" ? "a time" : value;
}

test("the guide of the API shows the same response as the server in each step", async () => {
  expect(steps.map(({ path }) => path)).toEqual([
    "/codes/generate",
    "/leads/create",
    "/codes/send",
    "/codes/Curious%20PINEAPPLE",
    "/codes/claim",
    "/claims/exchange",
    "/codes/delete",
    "/leads/batch",
  ]);
  let [code, token] = ["", ""];
  for (const { path, body, response } of steps) {
    const httpResponse = await callRoute(
      body ? "POST" : "GET",
      path.replace("Curious%20PINEAPPLE", code.toUpperCase().replace("-", "%20")),
      {
        key: secretKey,
        body: body?.replace("curious-pineapple", code).replace("f25315ac45085cd779c530e2", token),
      },
    );
    const reply = JSON.parse(await httpResponse.text());
    if (path === "/codes/generate") code = reply.data[0].code;
    if (path === "/codes/claim") token = reply.data.claimToken;
    expect(httpResponse.status, path).toBe(200);
    // The last response in the guide is the one after the code is gone.
    const expected =
      path === "/codes/delete" ? JSON.parse(await (await callRoute("GET", `/codes/${code}`, { key: secretKey })).text()) : reply;
    if (response !== undefined) expect(stable(response), path).toEqual(stable(expected));
  }
});
