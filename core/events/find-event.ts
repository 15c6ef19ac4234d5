import { sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { firstEventWithMoreAfter, type TypedEvent, typedEvents } from "./event-records";
import type { EventRow } from "./list";
import { lastRowWithEvent, readStoredEvents } from "./stored-events";

/** Returns the event with an ID, as other systems know it, or null if there is none. */
export async function findEvent({ db, projectId }: Context, id: string): Promise<TypedEvent | null> {
  // A row can be read as several events, whose IDs are near its own.
  const stored = sql`select * from events e where e.project_id = ${projectId}
    and e.id between ${firstEventWithMoreAfter(id)}::uuid and ${lastRowWithEvent(id)}::uuid`;
  const rows = await queryRows<EventRow>(db, readStoredEvents(stored));
  return rows.flatMap(typedEvents).find((event) => event.id === id) ?? null;
}
