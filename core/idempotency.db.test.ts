import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { getErrorName } from "@/tests/harness/errors";
import { uniqueEmail, uniqueId } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { measureCpuSeconds } from "@/tests/harness/timer";
import { eraseExpiredResponses, eraseResponses, runIdempotent } from "./idempotency";

const { ctx } = await createTestApp();

async function* chunksOf(...chunks: string[]): AsyncGenerator<string> {
  yield* chunks;
}

/** Runs a request whose response has these chunks, or gets its stored response. */
const respond = (key: string, ...chunks: string[]) => runIdempotent(ctx, key, ["request"], async () => chunksOf(...chunks));

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

  test("doesn't take the response from the request that it answers", async () => {
    const [email, key] = [uniqueEmail(), uniqueId()];
    const first = await respond(key, `{"email":"${email}"}`);
    await eraseResponses(ctx, [email]);
    expect(await readAll(first)).toBe(`{"email":"${email}"}`);
    expect(await getErrorName(respond(key).then(readAll))).toBe("idempotency_erased");
  });

  test("takes time in proportion to the length of a text without an email", async () => {
    const seconds = await measureCpuSeconds(() => respond(uniqueId(), JSON.stringify("x".repeat(200_000))));
    // Milliseconds if it is, a minute if it grows with the square.
    expect(seconds).toBeLessThan(10);
  });
});

describe("a stored response with a token", () => {
  const claim = (key: string, chunk: string) => runIdempotent(ctx, key, ["request"], async () => chunksOf(chunk), { tokenSeconds: 60 });
  const passMinute = (key: string) =>
    ctx.db.execute(sql`update idempotent_responses set erased_at = erased_at - interval '61 seconds' where key = ${key}`);
  const countChunks = async (key: string) =>
    (await queryRows(ctx.db, sql`select from idempotent_response_chunks where key = ${key}`)).length;

  test("is repeated while the token works, and erased then", async () => {
    const key = uniqueId();
    const chunk = '{"token":"9f86d081884c7d659a2feaa0"}';
    await claim(key, chunk);
    expect(await readAll(await claim(key, chunk))).toBe(chunk);
    await passMinute(key);
    expect(await getErrorName(claim(key, chunk).then(readAll))).toBe("idempotency_erased");
    await eraseExpiredResponses(ctx.db);
    expect(await countChunks(key)).toBe(0);
    expect(await getErrorName(claim(key, chunk).then(readAll))).toBe("idempotency_erased");
    expect(await getErrorName(runIdempotent(ctx, key, ["other"], async () => chunksOf("")))).toBe("idempotency_mismatch");
  });

  test("without a token is kept as long as others", async () => {
    const key = uniqueId();
    const chunk = '{"token":null,"confirmationRequired":true}';
    await claim(key, chunk);
    await passMinute(key);
    await eraseExpiredResponses(ctx.db);
    expect(await readAll(await claim(key, chunk))).toBe(chunk);
  });
});
