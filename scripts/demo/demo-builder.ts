import { sql } from "drizzle-orm";
import type { CodeType } from "@/contract/codes";
import { normalizeCode } from "@/contract/normalize";
import { updateBatch } from "@/core/batches/update";
import { claimCode } from "@/core/codes/claim";
import { deleteCode } from "@/core/codes/delete";
import { generateBatch } from "@/core/codes/generate";
import { sendCode } from "@/core/codes/send";
import { updateCode } from "@/core/codes/update";
import type { Context } from "@/core/context";
import { createLead } from "@/core/leads/create";
import { inviteLeads } from "@/core/leads/invite";
import { queryRows } from "@/db/query";
import type { Moments } from "./back-date";
import { daysBefore } from "./calendar";
import { type Outcome, settleAs, suppress } from "./outcomes";
import type { Person } from "./people";
import type { Random } from "./random";

type NewBatch = {
  name: string;
  type: CodeType;
  amount: number;
  allowedClaims?: number;
  validFrom?: string;
  validUntil?: string;
  reservedFor?: string;
};

type SendOutcome = Outcome & { suppressed?: number };

/** Tells the sample project's story with the real verbs, and notes when each thing is to have happened: `age` is in days before now. */
export class Story {
  readonly now = new Date();
  readonly moments: Moments = { leads: [], claims: [], batches: [], sends: [], events: [] };
  private readonly since = new Map<string, number>();
  private readonly claimed = new Set<string>();

  readonly staff: Context;
  private readonly visitor: Context;
  readonly random: Random;

  constructor(staff: Context, visitor: Context, random: Random) {
    this.staff = staff;
    this.visitor = visitor;
    this.random = random;
  }

  async signUp(person: Person, age: number): Promise<void> {
    // A few people bring many friends.
    const known = [...this.since.keys()];
    const referrer = known.length > 0 && this.random.chance(0.28) ? known[Math.floor(this.random.next() ** 3 * known.length)] : undefined;
    const referralCode = referrer === undefined ? undefined : await this.referralCodeOf(referrer);
    await createLead(this.visitor, { ...person, waitlist: this.random.chance(0.75), ...(referralCode ? { referralCode } : {}) });
    this.since.set(person.email, age);
    this.moments.leads.push({ email: person.email, at: daysBefore(this.now, age) });
  }

  /** Who had signed up that many days ago, in the order they came. */
  leadsBefore(age: number): string[] {
    return [...this.since].filter(([, since]) => since > age).map(([email]) => email);
  }

  async batch(age: number, ask: NewBatch): Promise<string[]> {
    const { id } = await generateBatch(this.staff, ask);
    this.moments.batches.push({ id, at: daysBefore(this.now, age) });
    const { db, projectId } = this.staff;
    const made = await queryRows<{ text: string }>(
      db,
      sql`select text from codes where project_id = ${projectId} and batch_id = ${id} order by batch_index`,
    );
    return made.map((code) => code.text);
  }

  /** Each code is claimed by somebody who has none yet, between the two days. */
  async claimEach(codes: readonly string[], from: number, to: number): Promise<void> {
    for (const code of codes) await this.claimBy(code, 1, from, to);
  }

  async claimBy(code: string, claims: number, from: number, to: number): Promise<void> {
    const people = this.leadsBefore(to).filter((email) => !this.claimed.has(email));
    for (const email of this.random.some(people, claims)) await this.claim(code, email, from, to);
  }

  async claimOwn(pairs: readonly { code: string; email: string }[], from: number, to: number): Promise<void> {
    for (const { code, email } of pairs) await this.claim(code, email, from, to);
  }

  async send(code: string, age: number, emails: readonly string[], outcome: SendOutcome): Promise<void> {
    const { sendId } = await sendCode(this.staff, { code: normalizeCode(code), emails });
    await this.sent(sendId, age, outcome);
  }

  /** Invites people and answers who got which code. */
  async invite(
    age: number,
    emails: string[],
    ask: { name: string; type: CodeType },
    outcome: SendOutcome,
  ): Promise<{ code: string; email: string }[]> {
    const { sendId, batch } = await inviteLeads(this.staff, { ...ask, emails });
    this.moments.batches.push({ id: batch?.id ?? "", at: daysBefore(this.now, age + 0.001) });
    await this.sent(sendId, age, outcome);
    const { db, projectId } = this.staff;
    return queryRows(
      db,
      sql`select text as code, reserved_for as email from codes where project_id = ${projectId} and batch_id = ${batch?.id ?? null} order by reserved_for`,
    );
  }

  async deleteCode(code: string, age: number): Promise<void> {
    await deleteCode(this.staff, normalizeCode(code));
    this.moments.events.push({ kind: "code.deleted", code: normalizeCode(code), at: daysBefore(this.now, age) });
  }

  pauseCode = (code: string) => updateCode(this.staff, normalizeCode(code), { paused: true });
  pauseBatch = async ([code = ""]: readonly string[]) => updateBatch(this.staff, await this.batchOf(code), { paused: true });

  /** Sets the end of a batch's codes; no verb does, as nobody could have claimed them. */
  async endBatch([code = ""]: readonly string[], age: number): Promise<void> {
    const { db, projectId } = this.staff;
    const [batch, end] = [await this.batchOf(code), daysBefore(this.now, age)];
    await db.execute(sql`update codes set valid_until = ${end} where project_id = ${projectId} and batch_id = ${batch}`);
    await db.execute(sql`update batches set valid_until = ${end} where project_id = ${projectId} and id = ${batch}`);
  }

  /** The tokens of these claims would be weeks old. */
  async clearUp(): Promise<void> {
    await this.staff.db.execute(sql`delete from claim_tokens where project_id = ${this.staff.projectId}`);
  }

  private async claim(code: string, email: string, from: number, to: number): Promise<void> {
    await claimCode(this.visitor, { code: normalizeCode(code), email });
    this.claimed.add(email);
    const earliest = Math.min(from, this.since.get(email) ?? from);
    const age = to + (earliest - to) * (1 - this.random.next() ** 2);
    this.moments.claims.push({ code: normalizeCode(code), email, at: daysBefore(this.now, age) });
  }

  private async sent(sendId: string, age: number, { suppressed = 0, ...outcome }: SendOutcome): Promise<void> {
    this.moments.sends.push({ id: sendId, at: daysBefore(this.now, age) });
    await settleAs(this.staff, this.random, sendId, outcome);
    if (suppressed > 0) await suppress(this.staff, sendId, suppressed);
  }

  private async batchOf(code: string): Promise<string> {
    const { db, projectId } = this.staff;
    const [row] = await queryRows<{ id: string }>(
      db,
      sql`select batch_id as id from codes where project_id = ${projectId} and key = ${normalizeCode(code)}`,
    );
    return row?.id ?? "";
  }

  private async referralCodeOf(email: string): Promise<string | undefined> {
    const { db, projectId } = this.staff;
    const [row] = await queryRows<{ code: string }>(
      db,
      sql`select referral_code as code from leads where project_id = ${projectId} and email = ${email}`,
    );
    return row?.code;
  }
}
