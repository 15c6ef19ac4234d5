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
import { itemsIn } from "@/core/sql";
import { queryRows } from "@/db/query";
import type { Timestamps } from "./back-date";
import { timestampDaysBefore } from "./calendar";
import { type DeliveryOutcomes, setDeliveryOutcomes, suppressDeliveries } from "./outcomes";
import type { Person } from "./people";
import type { Random } from "./random";

type BatchOptions = {
  tags?: string[];
  name: string;
  type: CodeType;
  amount: number;
  allowedClaims?: number;
  validFrom?: string;
  validUntil?: string;
  reservedFor?: string;
};

/** Where people came from, in turns. */
const attributions = [
  { utm: { source: "newsletter", medium: "email", campaign: "spring-preview" } },
  { referrerUrl: "https://news.example.net/launches" },
  {},
  { sourceTag: "podcast" },
  { utm: { source: "newsletter", medium: "email", campaign: "last-call" } },
  { referrerUrl: "https://social.example.com/@gatehouse" },
  { utm: { source: "partner", medium: "referral", content: "footer" } },
];

/** The answers to the project's questions, and whether the form was sent faster than people type. */
type SignUpDetails = { fields?: Record<string, string | boolean>; isTooFast?: boolean };

type SendOutcomes = DeliveryOutcomes & { suppressed?: number };

/** Builds the demo project with the real use cases, and records how many days ago everything is supposed to have happened. */
export class DemoBuilder {
  readonly now = new Date();
  readonly timestamps: Timestamps = { leads: [], claims: [], batches: [], sends: [], waves: [], events: [] };
  private readonly signUpAges = new Map<string, number>();
  private readonly claimedEmails = new Set<string>();

  readonly staffCtx: Context;
  private readonly visitorCtx: Context;
  readonly random: Random;

  constructor(staffCtx: Context, visitorCtx: Context, random: Random) {
    this.staffCtx = staffCtx;
    this.visitorCtx = visitorCtx;
    this.random = random;
  }

  async signUp(person: Person & SignUpDetails, daysAgo: number): Promise<void> {
    // A few leads have many referrals.
    const emails = [...this.signUpAges.keys()];
    const referrer =
      emails.length > 0 && this.random.chance(0.28) ? emails[Math.floor(this.random.next() ** 3 * emails.length)] : undefined;
    const referralCode = referrer === undefined ? undefined : await this.getReferralCode(referrer);
    await createLead(this.visitorCtx, {
      ...person,
      waitlist: this.random.chance(0.75),
      ...(referralCode ? { referralCode } : attributions[this.signUpAges.size % attributions.length]),
    });
    this.signUpAges.set(person.email, daysAgo);
    this.timestamps.leads.push({ email: person.email, at: timestampDaysBefore(this.now, daysAgo) });
  }

  /** Returns the leads who had signed up by then, in order of their sign-ups. */
  leadsOlderThan(daysAgo: number): string[] {
    return [...this.signUpAges].filter(([, age]) => age > daysAgo).map(([email]) => email);
  }

  async generateBatch(daysAgo: number, options: BatchOptions): Promise<string[]> {
    const { id } = await generateBatch(this.staffCtx, options);
    this.timestamps.batches.push({ id, at: timestampDaysBefore(this.now, daysAgo) });
    const { db, projectId } = this.staffCtx;
    const codes = await queryRows<{ text: string }>(
      db,
      sql`select text from codes where project_id = ${projectId} and batch_id = ${id} order by batch_index`,
    );
    return codes.map((code) => code.text);
  }

  /** Claims each code once between two days, by leads who have no code yet. */
  async claimEachCode(codes: readonly string[], fromDaysAgo: number, toDaysAgo: number): Promise<void> {
    for (const code of codes) await this.claimCode(code, 1, fromDaysAgo, toDaysAgo);
  }

  async claimCode(code: string, claims: number, fromDaysAgo: number, toDaysAgo: number): Promise<void> {
    const leads = this.leadsOlderThan(toDaysAgo).filter((email) => !this.claimedEmails.has(email));
    for (const email of this.random.sample(leads, claims)) await this.addClaim(code, email, fromDaysAgo, toDaysAgo);
  }

  async claimInvitations(invitations: readonly { code: string; email: string }[], fromDaysAgo: number, toDaysAgo: number): Promise<void> {
    for (const { code, email } of invitations) await this.addClaim(code, email, fromDaysAgo, toDaysAgo);
  }

  async sendCode(code: string, daysAgo: number, emails: readonly string[], outcomes: SendOutcomes): Promise<void> {
    const { sendId } = await sendCode(this.staffCtx, { code: normalizeCode(code), emails });
    await this.recordSend(sendId, daysAgo, outcomes);
  }

  /** Adds a tag to every n-th lead. */
  async tagLeads(tag: string, n: number): Promise<void> {
    const { db, projectId } = this.staffCtx;
    const emails = this.leadsOlderThan(1).filter((_, index) => index % n === 0);
    await db.execute(sql`update leads set tags = tags || ${tag}::text where project_id = ${projectId} and email in ${itemsIn(emails)}`);
  }

  /** Invites leads and returns their codes. */
  async inviteLeads(
    daysAgo: number,
    emails: string[],
    options: { name: string; type: CodeType },
    outcomes: SendOutcomes,
  ): Promise<{ code: string; email: string }[]> {
    const { sendId, batch } = await inviteLeads(this.staffCtx, { ...options, emails });
    this.timestamps.batches.push({ id: batch?.id ?? "", at: timestampDaysBefore(this.now, daysAgo + 0.001) });
    await this.recordSend(sendId, daysAgo, outcomes);
    const { db, projectId } = this.staffCtx;
    return queryRows(
      db,
      sql`select text as code, reserved_for as email from codes where project_id = ${projectId} and batch_id = ${batch?.id ?? null} order by reserved_for`,
    );
  }

  /** Gives each lead a code of a batch that exists. */
  async inviteFromBatch(daysAgo: number, emails: string[], batch: string, outcomes: SendOutcomes): Promise<void> {
    const { sendId } = await inviteLeads(this.staffCtx, { emails, batch });
    await this.recordSend(sendId, daysAgo, outcomes);
  }

  /** Records when a wave was sent, and returns its invitations. */
  async recordWave(id: string, daysAgo: number, outcomes: SendOutcomes): Promise<{ code: string; email: string }[]> {
    const { db, projectId } = this.staffCtx;
    const invitations = await queryRows<{ code: string; email: string; send: string; batch: string }>(
      db,
      sql`select i.code_key as code, i.email, d.send_id as send, s.batch_id as batch from lead_invitations i
        join deliveries d on d.project_id = i.project_id and d.code_key = i.code_key and d.email = i.email
        join sends s on s.project_id = d.project_id and s.id = d.send_id
        where i.project_id = ${projectId} and i.wave_id = ${id} order by i.email`,
    );
    const { send = "", batch = "" } = invitations[0] ?? {};
    this.timestamps.waves.push({ id, at: timestampDaysBefore(this.now, daysAgo) });
    this.timestamps.batches.push({ id: batch, at: timestampDaysBefore(this.now, daysAgo + 0.001) });
    await this.recordSend(send, daysAgo, outcomes);
    return invitations;
  }

  async deleteCode(code: string, daysAgo: number): Promise<void> {
    await deleteCode(this.staffCtx, normalizeCode(code));
    this.timestamps.events.push({ kind: "code.deleted", code: normalizeCode(code), at: timestampDaysBefore(this.now, daysAgo) });
  }

  pauseCode = (code: string) => updateCode(this.staffCtx, normalizeCode(code), { paused: true });
  pauseBatch = async ([code = ""]: readonly string[]) => updateBatch(this.staffCtx, await this.getBatchId(code), { paused: true });

  /** Sets an end date in the past. No use case does, because expired codes can't be claimed. */
  async setBatchEndDate([code = ""]: readonly string[], daysAgo: number): Promise<void> {
    const { db, projectId } = this.staffCtx;
    const [batchId, endDate] = [await this.getBatchId(code), timestampDaysBefore(this.now, daysAgo)];
    await db.execute(sql`update codes set valid_until = ${endDate} where project_id = ${projectId} and batch_id = ${batchId}`);
    await db.execute(sql`update batches set valid_until = ${endDate} where project_id = ${projectId} and id = ${batchId}`);
  }

  /** Deletes the claim tokens, which would have expired weeks ago. */
  async deleteClaimTokens(): Promise<void> {
    await this.staffCtx.db.execute(sql`delete from claim_tokens where project_id = ${this.staffCtx.projectId}`);
  }

  private async addClaim(code: string, email: string, fromDaysAgo: number, toDaysAgo: number): Promise<void> {
    await claimCode(this.visitorCtx, { code: normalizeCode(code), email });
    this.claimedEmails.add(email);
    const oldest = Math.min(fromDaysAgo, this.signUpAges.get(email) ?? fromDaysAgo);
    const daysAgo = toDaysAgo + (oldest - toDaysAgo) * (1 - this.random.next() ** 2);
    this.timestamps.claims.push({ code: normalizeCode(code), email, at: timestampDaysBefore(this.now, daysAgo) });
  }

  async recordSend(sendId: string, daysAgo: number, { suppressed = 0, ...outcomes }: SendOutcomes): Promise<void> {
    this.timestamps.sends.push({ id: sendId, at: timestampDaysBefore(this.now, daysAgo) });
    await setDeliveryOutcomes(this.staffCtx, this.random, sendId, outcomes);
    if (suppressed > 0) await suppressDeliveries(this.staffCtx, sendId, suppressed);
  }

  async getBatchId(code: string): Promise<string> {
    const { db, projectId } = this.staffCtx;
    const [row] = await queryRows<{ id: string }>(
      db,
      sql`select batch_id as id from codes where project_id = ${projectId} and key = ${normalizeCode(code)}`,
    );
    return row?.id ?? "";
  }

  private async getReferralCode(email: string): Promise<string | undefined> {
    const { db, projectId } = this.staffCtx;
    const [row] = await queryRows<{ code: string }>(
      db,
      sql`select referral_code as code from leads where project_id = ${projectId} and email = ${email}`,
    );
    return row?.code;
  }
}
