import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { apiClient } from "./harness/api";
import { openCopy } from "./harness/copy";
import { insertApiKey, insertProject } from "./harness/factories";
import { randomChanges } from "./harness/random-changes";
import { size } from "./harness/size";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();
const project = await insertProject(app.ctx);
const { ctx } = project;
const api = apiClient(project.secretKey);

const changes = randomChanges(project);
const weighted = changes.flatMap(([, weight, change], index) => Array.from({ length: weight }, () => ({ change, index })));

test("a copy that follows the events with a key that can only read has all leads and codes after random changes", {
  timeout: size(180_000, 1_200_000),
}, async () => {
  // Claims queue an email too.
  await ctx.db.execute(sql`update projects set send_claimed_email = true where id = ${ctx.projectId}`);
  const copy = openCopy(apiClient(await insertApiKey(ctx, "secret_key", { scopes: ["read"] })));
  await copy.load();
  const answered = new Set<number>();
  const amount = size(300, 5_000);
  const make = async () => {
    const { change, index } = weighted[randomInt(weighted.length)] as (typeof weighted)[number];
    const answer = await change();
    const status = typeof answer === "object" && answer !== null && "status" in answer ? Number(answer.status) : 200;
    // Many are refused, such as a claim of a code without claims left.
    if (status < 300) answered.add(index);
    expect(status).toBeLessThan(500);
  };
  for (let made = 0; made < amount; made += 2) {
    await Promise.all([make(), make()]);
    if (randomInt(5) === 0) await copy.follow();
  }
  await expect
    .poll(async () => {
      await copy.follow();
      return copy.leads();
    })
    .toEqual(byId((await api.get("/leads")).data));
  expect(copy.codes()).toEqual(byId((await api.get("/codes")).data));
  // Each event in the feed has its record as it is now.
  const records = { ...Object.fromEntries(copy.leads()), ...Object.fromEntries(copy.codes()) };
  for (let after = "", hasMore = true; hasMore; ) {
    const { data, beside } = await api.get(`/events/feed?limit=1000${after && `&after=${after}`}`);
    for (const {
      type,
      data: { change: _, previous: __, ...record },
    } of data)
      if (/^(lead|code)\./.test(type) && type !== "lead.invited" && !record.deleted) expect(record, type).toEqual(records[record.id]);
    ({ cursor: after, hasMore } = beside);
  }
  // Few random changes don't include all kinds.
  expect(changes.filter((_, index) => !answered.has(index)).map(([name]) => name)).toEqual(size(expect.any(Array), []));
});

const byId = (records: readonly { id: string }[]) => new Map(records.map((record) => [record.id, record]));
