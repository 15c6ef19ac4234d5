import { expect, test } from "vitest";
import { createGrowingBatch } from "@/core/codes/generate";
import { addReservedCodes, lockGrowingBatch } from "@/core/codes/growing-batch";
import { inTransaction } from "@/core/context";
import { apiClient } from "./harness/api";
import { insertLead, uniqueEmail } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const { ctx, secretKey } = await createTestApp();
const api = apiClient(secretKey);

const leadId = async (email: string): Promise<string> => (await api.get(`/leads/email/${email}`)).data.id;
const codeId = async (code: string): Promise<string> => (await api.get(`/codes/${code}`)).data.id;
const generate = async (amount: number) => (await api.post("/codes/generate", { amount })).data;

test("a lead keeps their ID through the bin, and has another after being deleted permanently", async () => {
  const email = await insertLead(ctx);
  const id = await leadId(email);
  const { data: job } = await api.post("/leads/bulk", { action: "delete", emails: [email], bin: true });
  await api.post("/bin/restore", { deletion: job.id });
  expect(await leadId(email)).toBe(id);
  await api.post("/leads/delete", { email });
  expect((await api.post("/leads/create", { email })).data.id).not.toBe(id);
});

test("a code keeps its ID through the bin, also with its batch, and when its words are replaced", async () => {
  const [first, second] = await generate(2);
  expect(await codeId(first.code)).toBe(first.id);
  const { data: job } = await api.post("/codes/bulk", { action: "delete", codes: [first.code], bin: true });
  await api.post("/bin/restore", { deletion: job.id });
  const { data: bulk } = await api.post("/batches/bulk", { action: "delete", batches: [first.batch.id], bin: true });
  await api.post("/bin/restore", { deletion: bulk.jobs[0].id });
  expect(await codeId(first.code)).toBe(first.id);
  const { data: renamed } = await api.post(`/codes/${second.code}/new-words`);
  expect(renamed).toMatchObject({ id: second.id, code: expect.not.stringContaining(second.code) });
});

test("no code of a batch that grows gets the ID of one that was deleted", async () => {
  const batch = await createGrowingBatch(ctx, { amount: 100, type: "numeric" });
  const grow = (emails: string[]) =>
    inTransaction(ctx, async (inner) => addReservedCodes(inner, await lockGrowingBatch(inner, batch.id), emails));
  const ids = new Set<string>();
  for (let part = 0; part < 3; part++) {
    const messages = await grow(Array.from({ length: 5 }, uniqueEmail));
    for (const { codeText } of messages) ids.add(await codeId(codeText ?? ""));
    for (const { codeText } of messages.slice(-2)) await api.post("/codes/delete", { code: codeText });
  }
  expect(ids.size).toBe(15);
});
