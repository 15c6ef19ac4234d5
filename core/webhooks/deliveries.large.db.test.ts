import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { webhookDeliveryStatuses } from "@/contract/enums";
import { countCap } from "@/contract/limits";
import { webhooks } from "@/db/schema";
import { newId } from "@/lib/ids";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { vacuum } from "@/tests/harness/vacuum";
import { measureListReads } from "@/tests/harness/worst-case-data";
import { listWebhookDeliveries } from "./deliveries";

const { ctx, db } = await createTestApp();
const { projectId } = ctx;
const deliveryCount = size(50_000, 1_000_000);
const [healthy, failing] = [newId(), newId()];

for (const id of [healthy, failing])
  await db.insert(webhooks).values({
    projectId,
    id,
    url: "https://shop.example/hooks",
    description: "",
    format: "standard",
    secretEncrypted: "",
    position: newId(),
    status: "paused",
  });
// What is rare is far from the start of the log. Most of what isn't delivered is of the other webhook.
await db.transaction(async (tx) => {
  await tx.execute(sql`select set_config('statement_timeout', '0', true), set_config('session_replication_role', 'replica', true)`);
  await tx.execute(sql`insert into webhook_deliveries (project_id, webhook_id, event_id, type, email, code_key, code_text, payload, emails, status, attempts, next_attempt_at)
    select ${projectId}, w.id, uuidv7(make_interval(secs => n - ${deliveryCount})),
      case when n <= 3 then 'code.deleted' when n % 3 = 0 then 'code.claimed' else 'lead.created' end,
      'lead' || n || '@example.org', 'code' || n, 'code' || n, '{}', array['lead' || n || '@example.org'],
      case when w.id = ${healthy}::uuid then case when n <= 4 then 'failed' when n <= 8 then 'pending' when n <= 12 then 'canceled' else 'delivered' end
        when n % 2 = 0 then 'pending' else 'failed' end, '[]', now()
    from (values (${healthy}::uuid, ${deliveryCount}::int), (${failing}::uuid, 10000)) as w (id, amount), generate_series(1, w.amount) as n`);
});
await vacuum(db, ["webhook_deliveries"]);

const types = ["code.claimed", "lead.created", "code.deleted", "wave.sent"] as const;
const filters = [
  {},
  ...webhookDeliveryStatuses.map((status) => ({ status })),
  ...types.flatMap((type) => [{ type }, ...webhookDeliveryStatuses.map((status) => ({ type, status }))]),
  { code: "code5", type: "lead.created" as const },
  { email: "lead7@example.org" },
];

test.each(filters.map((filter) => [JSON.stringify(filter), filter] as const))(
  "the log of a webhook with many deliveries is read without scanning it by %s",
  async (_, filter) => {
    for (const webhook of [healthy, failing]) {
      const { page, count } = await measureListReads(ctx, (measuredCtx) =>
        listWebhookDeliveries(measuredCtx, { webhook, limit: 50, count: "capped", ...filter }),
      );
      // What isn't delivered is little, because a webhook that fails gets no more than so many.
      expect(page.rowsRead).toBeLessThan(countCap + 1000);
      // Counting stops early.
      expect(count.rowsRead).toBeLessThan(3 * countCap);
    }
  },
);
