import { describe, expect, test } from "vitest";
import { getErrorName } from "@/tests/harness/errors";
import { uniqueEmail, uniqueId } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { measureCpuSeconds } from "@/tests/harness/timer";
import { eraseResponses, runIdempotent } from "./idempotency";

const { ctx } = await createTestApp();

/** Runs a request whose response has these chunks, or gets its stored response. */
const respond = (key: string, ...chunks: string[]) =>
  runIdempotent(ctx, key, "request", async () =>
    (async function* () {
      yield* chunks;
    })(),
  );

const readAll = async ({ chunks }: Awaited<ReturnType<typeof respond>>) => (await Array.fromAsync(chunks)).join("");

describe("erasing stored responses", () => {
  test.each<[string, (email: string) => string]>([
    ["in a path", (email) => `https://example.org/leads/email/${email}`],
    ["in a parameter", (email) => `https://example.org/?a=b&email=${email}&c=d`],
    ["URL-encoded", (email) => `https://example.org/leads/email/${email.replace("@", "%40")}/personal-data`],
    ["on a new line", (email) => `Met in Turin.\n${email}`],
    ["in capitals", (email) => `Write to ${email.toUpperCase()}.`],
    ["after a long word", (email) => `${"x".repeat(10_000)} ${email}`],
  ])("finds an email %s", async (_, text) => {
    const [email, key] = [uniqueEmail(), uniqueId()];
    const chunk = JSON.stringify({ notes: text(email) });
    await respond(key, "{", chunk);
    await eraseResponses(ctx, [`x${email}`]);
    expect(await readAll(await respond(key))).toBe(`{${chunk}`);
    await eraseResponses(ctx, [email]);
    expect(await getErrorName(respond(key).then(readAll))).toBe("idempotency_erased");
  });

  test("never returns a part of a response that is erased while it is read", async () => {
    const [email, key] = [uniqueEmail(), uniqueId()];
    await respond(key, "[", `"${email}"`, "]");
    const [unread, started] = [await respond(key), await respond(key)];
    const iterator = started.chunks[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: "[" });
    await eraseResponses(ctx, [email]);
    expect(await getErrorName(readAll(unread))).toBe("idempotency_erased");
    expect(await getErrorName(iterator.next())).toBe("idempotency_erased");
  });

  test("takes time in proportion to the length of a text without an email", async () => {
    const seconds = await measureCpuSeconds(() => respond(uniqueId(), JSON.stringify("x".repeat(200_000))));
    // Milliseconds if it is, a minute if it grows with the square.
    expect(seconds).toBeLessThan(10);
  });
});
