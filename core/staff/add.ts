import type { Role } from "@/contract/roles";
import type { Database } from "@/db/client";
import { staff } from "@/db/schema";
import { newId } from "@/lib/ids";

export type AddStaffInput = { projectId: number; email: string; name: string; role: Role; passwordHash: string | null };

/** Adds a staff member. Returns their ID, or null if the email is already used. */
export async function addStaff(db: Database, input: AddStaffInput): Promise<string | null> {
  const [inserted] = await db
    .insert(staff)
    .values({ ...input, id: newId() })
    .onConflictDoNothing()
    .returning({ id: staff.id });
  return inserted?.id ?? null;
}
