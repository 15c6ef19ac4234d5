import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Context } from "@/core/context";
import { firstOpenEventId } from "@/core/events/list";
import { queryRows } from "@/db/query";

/** Waits until the feed has everything that a project has written. Readers get an event a millisecond later, or once no older transaction is open. */
export async function waitForFeed({ db, projectId }: Context): Promise<void> {
  const [newest] = await queryRows<{ id: string }>(db, sql`select id from events where project_id = ${projectId} order by id desc limit 1`);
  if (newest) await expect.poll(() => firstOpenEventId(db), { interval: 5 }).toSatisfy((id: string) => id > newest.id);
}
