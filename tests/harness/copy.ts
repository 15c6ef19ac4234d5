import { DatabaseSync } from "node:sqlite";
import type { CodeRecord } from "@/contract/codes";
import type { EventRecord } from "@/contract/events";
import type { LeadRecord } from "@/contract/leads";
import type { Api } from "./api";

/** A copy of all leads and codes in SQLite that follows the events, as the guide "Keep a copy" describes. */
export type Copy = {
  /** Reads everything. */
  load(): Promise<void>;
  /** Reads the events since the last call, and the records that they name. */
  follow(): Promise<void>;
  /** All leads and codes of the copy, by ID. */
  leads(): Map<string, LeadRecord>;
  codes(): Map<string, CodeRecord>;
};

type Names = { emails: Set<string>; codes: Set<string>; batches: Set<string>; imports: Set<string> };

const textList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Opens an empty copy. */
export function openCopy(api: Api): Copy {
  const db = new DatabaseSync(":memory:");
  db.exec(`create table leads (id text primary key, email text not null, code text, record text not null);
    create index leads_by_code on leads (code);
    create table codes (id text primary key, batch text not null, record text not null);
    create index codes_by_batch on codes (batch)`);
  const saveLeadRow = db.prepare("insert or replace into leads values (?, ?, ?, ?)");
  const saveCodeRow = db.prepare("insert or replace into codes values (?, ?, ?)");
  const leadById = db.prepare("select record from leads where id = ?");
  const invited = db.prepare("select email from leads where code = ?");
  const statements = {
    "lead.deleted": db.prepare("delete from leads where id = ?"),
    "code.deleted": db.prepare("delete from codes where id = ?"),
    "batch.deleted": db.prepare("delete from codes where batch = ?"),
  };
  const since = new Date(Date.now() - 3_600_000).toISOString();
  let last: string | null = null;

  const findLead = (id: string): LeadRecord | null => {
    const row = leadById.get(id);
    return row ? JSON.parse(String(row.record)) : null;
  };
  const saveLead = (lead: LeadRecord) => saveLeadRow.run(lead.id, lead.email, lead.invitation?.code ?? null, JSON.stringify(lead));
  const saveCode = (code: CodeRecord) => saveCodeRow.run(code.id, code.batch.id, JSON.stringify(code));
  const emailsWithCode = (code: string) => invited.all(code).map(({ email }) => String(email));

  function handleEvent({ kind, email, code, data }: EventRecord, names: Names): void {
    if (kind === "lead.deleted" || kind === "code.deleted") statements[kind].run(String(data.id));
    else if (kind === "batch.deleted") statements[kind].run(String(data.batch));
    else if (typeof data.batch === "string") names.batches.add(data.batch);
    if (email !== null) names.emails.add(email);
    if (code !== null) names.codes.add(code);
    for (const text of textList(data.codes)) names.codes.add(text);
    for (const id of textList(data.leads)) {
      const lead = findLead(id);
      if (lead) names.emails.add(lead.email);
    }
    if (typeof data.import === "string") names.imports.add(data.import);
  }

  async function readCodes({ codes, batches, emails }: Names): Promise<void> {
    const found: CodeRecord[] = codes.size === 0 ? [] : (await api.post("/codes/lookup", { codes: [...codes] })).data;
    for (const batch of batches) found.push(...(await api.get(`/codes?batch=${batch}`)).data);
    for (const code of found) saveCode(code);
    for (const code of [...codes, ...found.map((record) => record.code)]) for (const email of emailsWithCode(code)) emails.add(email);
  }

  /** Reads leads, and returns the emails of their referrers, before and after. */
  async function readLeads(emails: ReadonlySet<string>): Promise<Set<string>> {
    if (emails.size === 0) return new Set();
    const { data }: { data: LeadRecord[] } = await api.post("/leads/lookup", { emails: [...emails] });
    const referrers = data.flatMap((lead) => [lead.referredBy?.email ?? [], findLead(lead.id)?.referredBy?.email ?? []].flat());
    for (const lead of data) saveLead(lead);
    return new Set(referrers);
  }

  async function handleEvents(events: readonly EventRecord[]): Promise<void> {
    const names: Names = { emails: new Set(), codes: new Set(), batches: new Set(), imports: new Set() };
    for (const event of events) handleEvent(event, names);
    for (const id of names.imports)
      for (const { email } of (await api.get(`/imports/${id}/rows`)).data) if (email !== null) names.emails.add(email);
    await readCodes(names);
    await readLeads(await readLeads(names.emails));
  }

  const all = <T extends { id: string }>(table: "leads" | "codes"): Map<string, T> =>
    new Map(
      db
        .prepare(`select record from ${table}`)
        .all()
        .map(({ record }) => JSON.parse(String(record)))
        .map((record: T) => [record.id, record]),
    );

  return {
    async load() {
      for (const lead of (await api.get("/leads")).data) saveLead(lead);
      for (const code of (await api.get("/codes")).data) saveCode(code);
    },
    async follow() {
      for (;;) {
        const start = last === null ? `since=${since}` : `after=${last}`;
        const { data } = await api.get(`/events?order=asc&count=capped&limit=1000&${start}`);
        if (data.length === 0) return;
        await handleEvents(data);
        last = data.at(-1).id;
      }
    },
    leads: () => all<LeadRecord>("leads"),
    codes: () => all<CodeRecord>("codes"),
  };
}
