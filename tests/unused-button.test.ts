import { expect, test } from "vitest";
import { apiClient } from "./harness/api";
import { insertCode, insertLead } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const { ctx, secretKey } = await createTestApp();
const api = apiClient(secretKey);

const unused = "Add {{button}} in a paragraph of its own, or leave out `button`, which isn't shown without it";

test.each([
  ["/codes/send", async () => ({ code: await insertCode(ctx), emails: [await insertLead(ctx)] })],
  ["/leads/invite", async () => ({ emails: [await insertLead(ctx)] })],
  ["/waves", async () => ({ size: 1, emails: undefined })],
])("%s refuses a button label that its email doesn't show", async (path, createBody) => {
  await insertLead(ctx, { onWaitlist: true });
  const body = await createBody();
  const texts = { body: "Your code: {{code}}", button: "Go" };
  expect(await api.post(path, { ...body, ...texts })).toMatchObject({ status: 400, error: "invalid_input", fields: { body: [unused] } });
  expect(await api.post(path, { ...body, ...texts, body: `${texts.body}\n\n{{button}}` })).toMatchObject({ status: 200 });
});
