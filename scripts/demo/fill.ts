import { sql } from "drizzle-orm";
import type { Context } from "@/core/context";
import { inTransaction } from "@/core/context";
import { deleteLead } from "@/core/leads/delete";
import type { Database } from "@/db/client";
import { queryRows } from "@/db/query";
import type { JobQueue } from "@/db/queue";
import { backDate } from "./back-date";
import { daysBefore, signUps } from "./calendar";
import { requeue } from "./outcomes";
import { somePeople } from "./people";
import { seeded } from "./random";
import { Story } from "./story";
import { aTeam } from "./team";

/** How many leads the sample project has. */
const amount = 380;

/**
 * Fills a project with a believable sample: leads, codes of every type and status, claims, sends that went well and badly, all in one
 * transaction. A project that holds a lead already is left as it is; answers whether it was filled.
 */
export function fill(db: Database, queue: JobQueue, projectId: number): Promise<boolean> {
  const system: Context = { db, queue, projectId, actor: { kind: "system", id: null }, requestId: null };
  return inTransaction(system, async (inner) => {
    const [found] = await queryRows<{ filled: boolean }>(
      inner.db,
      sql`select exists (select from leads where project_id = ${projectId}) as filled`,
    );
    if (found?.filled) return false;
    await inner.db.execute(sql`update projects set name = 'Gatehouse demo', time_zone = 'Europe/Berlin' where id = ${projectId}`);
    const [key] = await queryRows<{ id: string }>(
      inner.db,
      sql`select id from api_keys where project_id = ${projectId} and kind = 'public_key' and revoked_at is null limit 1`,
    );
    const customers: Context = { ...inner, actor: { kind: "public_key", id: key?.id ?? null } };
    const staff: Context = { ...inner, actor: await aTeam(inner) };
    await tell(new Story(staff, customers, seeded(1)));
    await requeue(inner);
    return true;
  });
}

async function tell(story: Story): Promise<void> {
  const { staff, random, now } = story;
  const ages = signUps(random, amount, now);
  const people = somePeople(random, amount);
  for (const [place, person] of people.entries()) await story.signUp(person, ages[place] ?? 0);

  const friends = await story.batch(88.2, { name: "Friends and family", type: "creative", amount: 25 });
  await story.claimEach(friends.slice(0, 19), 88, 60);

  const press = await story.batch(64.37, { name: "Press kit", type: "alphanumeric", amount: 12, allowedClaims: 5 });
  for (const code of press.slice(0, 3)) await story.claimBy(code, 5, 64, 30);
  for (const code of press.slice(3, 8)) await story.claimBy(code, random.between(1, 4), 64, 8);

  const fair = await story.batch(70.15, { name: "Spring fair cards", type: "numeric", amount: 60 });
  await story.claimEach(fair.slice(0, 31), 70, 21);
  await story.endBatch(fair, 20);

  const [newsletter = ""] = await story.batch(57.41, { name: "Newsletter, issue 1", type: "creative", amount: 1, allowedClaims: 120 });
  await story.send(newsletter, 57.33, story.leadsBefore(57.4), { failed: 3 });
  await story.claimBy(newsletter, 38, 57, 2);

  const invited = await story.invite(33.12, story.leadsBefore(34).slice(-70), { name: "First wave", type: "alphanumeric" }, { failed: 4 });
  await story.claimOwn(invited.slice(0, 44), 33, 3);

  const [podcast = ""] = await story.batch(18.3, { name: "Podcast listeners", type: "creative", amount: 1, allowedClaims: 40 });
  await story.send(podcast, 18.21, random.some(story.leadsBefore(18.3), 110), { failed: 6, suppressed: 2 });
  await story.claimBy(podcast, 40, 18, 1);

  // Sent by mistake, and deleted before half of the mail had left.
  const [mistake = ""] = await story.batch(11.08, { name: "Mistake", type: "numeric", amount: 1, allowedClaims: 30 });
  await story.send(mistake, 11.06, random.some(story.leadsBefore(11.1), 30), { waiting: 14, failed: 1 });
  await story.deleteCode(mistake, 11.055);

  const partners = await story.batch(26.4, { name: "Partner shops", type: "alphanumeric", amount: 30, allowedClaims: 3 });
  for (const code of partners.slice(0, 9)) await story.claimBy(code, random.between(1, 3), 26, 4);
  await story.pauseBatch(partners);

  const [winter = ""] = await story.batch(1.93, {
    name: "Winter preview",
    type: "creative",
    amount: 1,
    allowedClaims: 500,
    validFrom: daysBefore(now, -9),
    validUntil: daysBefore(now, -40),
  });
  await story.send(winter, 1.1, random.some(story.leadsBefore(1.1), 160), { failed: 5, retrying: 9, suppressed: 1 });
  await story.batch(1.93, {
    name: "Winter preview, cards",
    type: "numeric",
    amount: 200,
    validFrom: daysBefore(now, -9),
    validUntil: daysBefore(now, -40),
  });

  const [someone = "", another = ""] = random.some(story.leadsBefore(5), 2);
  await story.batch(4.12, { name: "Personal", type: "creative", amount: 1, reservedFor: someone });
  await story.batch(3.5, { name: "Personal", type: "creative", amount: 1, reservedFor: "not.yet.a.lead@example.org" });
  const [prize = ""] = await story.batch(3.02, { name: "Raffle", type: "creative", amount: 6 });
  await story.pauseCode(prize);

  const [fresh = ""] = await story.batch(0.3, { name: "Newsletter, issue 2", type: "creative", amount: 1, allowedClaims: 200 });
  // Waits for the worker, who keeps these messages as files.
  await story.send(fresh, 0.01, [...random.some(story.leadsBefore(1), 8), another], { waiting: 9 });

  await deleteLead(staff, story.leadsBefore(80)[0] ?? "");
  await story.clearUp();
  await backDate(staff, story.moments);
}
