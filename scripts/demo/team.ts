import { sql } from "drizzle-orm";
import type { Context, StaffActor } from "@/core/context";
import { queryRows } from "@/db/query";
import { invitations, staff } from "@/db/schema";
import { newId, randomHex, sha256Hex } from "@/lib/ids";

/** The email of the demo project's owner. */
export const demoOwnerEmail = "demo@example.org";

const teamMembers = [
  { name: "Tomás Herrera", email: "tomas@example.org", role: "admin", daysAgo: 71 },
  { name: "Ngozi Eze", email: "ngozi@example.org", role: "member", daysAgo: 40 },
  { name: "Signe Lindqvist", email: "signe@example.org", role: "member", daysAgo: 33 },
  { name: "Paul Okafor", email: "paul@example.org", role: "viewer", daysAgo: 12 },
] as const;

/** Inserts a team and returns its owner as the actor. */
export async function insertTeam({ db, projectId }: Context): Promise<StaffActor> {
  const [existingOwner] = await queryRows<{ id: string }>(
    db,
    sql`select id from staff where project_id = ${projectId} and role = 'owner' limit 1`,
  );
  const ownerId = existingOwner?.id ?? newId();
  if (!existingOwner) await db.insert(staff).values({ projectId, id: ownerId, email: demoOwnerEmail, name: "Mara Voss", role: "owner" });
  await db.execute(
    sql`update staff set name = 'Mara Voss', created_at = now() - interval '90 days' where project_id = ${projectId} and id = ${ownerId}::uuid`,
  );
  for (const { daysAgo, ...member } of teamMembers) {
    const createdAt = sql`now() - make_interval(days => ${daysAgo})`;
    await db
      .insert(staff)
      .values({ projectId, id: newId(), ...member, createdAt, lastSeenAt: sql`now() - make_interval(hours => ${daysAgo})` });
  }
  await db.insert(invitations).values({
    projectId,
    id: newId(),
    email: "ines@example.org",
    role: "member",
    hash: sha256Hex(randomHex(32)),
    invitedBy: ownerId,
    createdAt: sql`now() - interval '1 day'`,
    expiresAt: sql`now() + interval '6 days'`,
  });
  return { kind: "staff", id: ownerId, sessionId: newId() };
}
