// cspell:words plpgsql

import { sql } from "drizzle-orm";
import type { Context } from "@/core/context";
import { newId } from "@/lib/ids";

/** Makes canceling the deliveries of a send fail, as when the database fails in between. Returns a function that ends this. */
export async function failCanceling({ db }: Pick<Context, "db">, sendId: string): Promise<() => Promise<void>> {
  const name = sql.raw(`fail_${newId().replaceAll("-", "")}`);
  await db.execute(sql`create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'canceling failed'; end $$`);
  const isCanceled = sql.raw(`new.send_id = '${sendId}' and (new.status = 'canceled' or new.canceled_at is not null)`);
  await db.execute(sql`create trigger ${name} before update on deliveries for each row when (${isCanceled}) execute function ${name}()`);
  return async () => {
    await db.execute(sql`drop trigger ${name} on deliveries`);
    await db.execute(sql`drop function ${name}`);
  };
}
