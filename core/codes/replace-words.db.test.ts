import { expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { getErrorName } from "@/tests/harness/errors";
import { insertBatch, insertCode, insertLead, uniqueEmail } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { revokeClaim } from "../claims/revoke";
import { listEvents } from "../events/list";
import { inviteLeads } from "../leads/invite";
import { claimCode } from "./claim";
import { generateCodes } from "./generate";
import { getCode } from "./record";
import { replaceWords } from "./replace-words";
import { sendCode } from "./send";

const { ctx } = await createTestApp();

const generate = async (): Promise<string> => {
  const [record] = await collectAll(await generateCodes(ctx, { amount: 1, reservedFor: undefined, tags: ["press"] }));
  return record?.code ?? "";
};

test("replacing the words of a code keeps everything else", async () => {
  const before = await getCode(ctx, normalizeCode(await generate()));
  const after = await replaceWords(ctx, normalizeCode(before.code));
  expect(after.code).toMatch(/^[a-z]+-[a-z]+$/);
  expect(after.code).not.toBe(before.code);
  expect({ ...after, code: "", updatedAt: "" }).toEqual({ ...before, code: "", updatedAt: "" });
  expect(await getErrorName(getCode(ctx, normalizeCode(before.code)))).toBe("code_not_found");
  expect(await collectAll(listEvents(ctx, { code: normalizeCode(after.code) }))).toEqual([
    expect.objectContaining({ kind: "code.words_replaced", code: after.code, data: { from: before.code } }),
  ]);
});

test("the words of a code that someone has, or had, are never replaced", async () => {
  const claimed = normalizeCode(await generate());
  const email = uniqueEmail();
  await claimCode(ctx, { code: claimed, email });
  expect(await getErrorName(replaceWords(ctx, claimed))).toBe("code_handed_out");
  await revokeClaim(ctx, { code: claimed, email });
  expect(await getErrorName(replaceWords(ctx, claimed))).toBe("code_handed_out");
  const sent = normalizeCode(await generate());
  await sendCode(ctx, { code: sent, emails: [await insertLead(ctx)] });
  expect(await getErrorName(replaceWords(ctx, sent))).toBe("code_handed_out");
  const batch = await insertBatch(ctx);
  const given = normalizeCode(await insertCode(ctx, { batch }));
  await inviteLeads(ctx, { emails: [await insertLead(ctx)], batch });
  expect(await getErrorName(replaceWords(ctx, given))).toBe("code_handed_out");
});

test("only replaces words", async () => {
  expect(await getErrorName(replaceWords(ctx, normalizeCode(await insertCode(ctx, { type: "numeric", text: "004217" }))))).toBe(
    "code_not_creative",
  );
  expect(await getErrorName(replaceWords(ctx, "nowhere"))).toBe("code_not_found");
});

test("codes whose words are replaced at once get words of their own", async () => {
  const codes = await Promise.all(Array.from({ length: 6 }, generate));
  const renamed = await Promise.all(codes.map((code) => replaceWords(ctx, normalizeCode(code))));
  expect(new Set(renamed.map(({ code }) => code)).size).toBe(6);
  const [first = ""] = renamed.map(({ code }) => code);
  // The second of two people finds that the code is another one.
  const both = await Promise.allSettled([replaceWords(ctx, normalizeCode(first)), replaceWords(ctx, normalizeCode(first))]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});
