import type { Role } from "@/contract/roles";
import type { Database } from "@/db/client";
import { staff } from "@/db/schema";
import { newId } from "@/lib/ids";

export type NewStaff = { projectId: number; email: string; name: string; role: Role; passwordHash: string | null };

/** Adds somebody to the team; answers their id, or null where the address is somebody's already. */
export async function addStaff(db: Database, one: NewStaff): Promise<string | null> {
  const [added] = await db
    .insert(staff)
    .values({ ...one, id: newId() })
    .onConflictDoNothing()
    .returning({ id: staff.id });
  return added?.id ?? null;
}
