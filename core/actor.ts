import { type SQL, sql } from "drizzle-orm";

/** Selects the actor's name for rows with `actor_kind` and `actor_id`. Removed staff members keep their names. */
export const selectActorName = (row: SQL): SQL => sql`case
    when ${row}.actor_kind = 'staff' then (select member.name from staff member where member.project_id = ${row}.project_id and member.id = ${row}.actor_id::uuid)
    when ${row}.actor_kind in ('secret_key', 'public_key') then (select key.name from api_keys key where key.project_id = ${row}.project_id and key.id = ${row}.actor_id::uuid)
  end`;
