import { sql } from "drizzle-orm";
import type { Context, StaffActor } from "@/core/context";
import { queryRows } from "@/db/query";
import { invitations, staff } from "@/db/schema";
import { newId, randomHex, sha256Hex } from "@/lib/ids";

/** How the owner of the sample project signs in. */
export const demoOwner = { email: "demo@example.org", password: "have a look around" };

const colleagues = [
  { name: "Tomás Herrera", email: "tomas@example.org", role: "admin", days: 71 },
  { name: "Ngozi Eze", email: "ngozi@example.org", role: "member", days: 40 },
  { name: "Signe Lindqvist", email: "signe@example.org", role: "member", days: 33 },
  { name: "Paul Okafor", email: "paul@example.org", role: "viewer", days: 12 },
] as const;

/** Gives the project a team around its owner, and answers the owner as who acts. */
export async function aTeam({ db, projectId }: Context): Promise<StaffActor> {
  const [known] = await queryRows<{ id: string }>(db, sql`select id from staff where project_id = ${projectId} and role = 'owner' limit 1`);
  const owner = known?.id ?? newId();
  if (!known) await db.insert(staff).values({ projectId, id: owner, email: demoOwner.email, name: "Mara Voss", role: "owner" });
  await db.execute(
    sql`update staff set name = 'Mara Voss', created_at = now() - interval '90 days' where project_id = ${projectId} and id = ${owner}::uuid`,
  );
  for (const { days, ...colleague } of colleagues) {
    const moment = sql`now() - make_interval(days => ${days})`;
    await db
      .insert(staff)
      .values({ projectId, id: newId(), ...colleague, createdAt: moment, lastSeenAt: sql`now() - make_interval(hours => ${days})` });
  }
  await db.insert(invitations).values({
    projectId,
    id: newId(),
    email: "ines@example.org",
    role: "member",
    hash: sha256Hex(randomHex(32)),
    invitedBy: owner,
    createdAt: sql`now() - interval '1 day'`,
    expiresAt: sql`now() + interval '6 days'`,
  });
  return { kind: "staff", id: owner, sessionId: newId() };
}
