import { type SQL, sql } from "drizzle-orm";

/** The name of who acted, for rows under `row` with an actor's kind and id; those of staff stay when they are removed. */
export const actorName = (row: SQL): SQL => sql`case
    when ${row}.actor_kind = 'staff' then (select who.name from staff who where who.project_id = ${row}.project_id and who.id = ${row}.actor_id::uuid)
    when ${row}.actor_kind in ('secret_key', 'public_key') then (select who.name from keys who where who.project_id = ${row}.project_id and who.id = ${row}.actor_id::uuid)
  end`;
