import { type Query, type SQL, sql } from "drizzle-orm";
import { type Context, inTransaction } from "@/core/context";
import { dropIndexesAndForeignKeys, recreateIndexesAndForeignKeys } from "@/db/bulk-load";
import type { Database } from "@/db/client";
import { runStatement } from "@/db/query";

type BatchSpec = {
  amount: number;
  type: string;
  startsIn?: string;
  endsIn?: string;
  isPaused?: boolean;
  isExhausted?: boolean;
  isReserved?: boolean;
};
const largeBatches: BatchSpec[] = [
  { amount: 20_000, type: "numeric" },
  { amount: 20_000, type: "creative", startsIn: "1 day" },
  { amount: 30_000, type: "creative", isExhausted: true },
  { amount: 20_000, type: "creative", isPaused: true },
  { amount: 30_000, type: "creative", endsIn: "30 days", isReserved: true },
  { amount: 50_000, type: "creative", endsIn: "-1 day" },
];
const smallBatchCount = 1000;
const uuidAt = (age: SQL | string) => sql`uuidv7(${typeof age === "string" ? sql`interval '${sql.raw(age)}'` : age})`;

async function insertCodes({ db, projectId }: Context): Promise<void> {
  await db.execute(sql`insert into batches (project_id, id, name, type, amount, allowed_claims, code_count, total_allowed_claims, created_at)
    select ${projectId}, ${uuidAt(sql`make_interval(mins => n - 2000000)`)}, 'Small ' || n, 'creative', 2, 1, 2, 2, now() + make_interval(mins => n - 2000000)
    from generate_series(1, ${smallBatchCount}::int) as n`);
  for (const [n, batch] of largeBatches.entries())
    await db.execute(sql`insert into batches (project_id, id, name, type, amount, allowed_claims, valid_from, valid_until, paused_at, code_count, total_allowed_claims, created_at)
      select ${projectId}, ${uuidAt(`-${100 - n} days`)}, ${`Large ${n}`}, ${batch.type}, ${batch.amount}, 1, now() + ${batch.startsIn ?? null}::interval, now() + ${batch.endsIn ?? null}::interval,
        case when ${batch.isPaused ?? false} then now() end, ${batch.amount}, ${batch.amount}, now() - make_interval(days => ${100 - n})`);
  // Some expired codes were extended individually, and a few codes of every batch are paused.
  await db.execute(sql`insert into codes (project_id, key, text, type, allowed_claims, claims, valid_from, valid_until, reserved_for, paused_at, batch_id, batch_index, created_at)
    select project_id, replace(text, '-', ''), text, type, 1, (is_exhausted and n % 100 > 0)::int, valid_from, case when n % 500 = 0 then valid_until + interval '20 days' else valid_until end,
      case when is_reserved then 'lead' || n || '@example.org' end, case when n % 5000 = 0 then now() end, id, n, created_at
    from (select b.*, n, case when b.type = 'numeric' then lpad(n::text, 6, '0') else substr(md5(b.name || n), 1, 6) || '-' || translate(substr(md5(n::text), 1, 6), '0123456789', 'ghijklmnop') end as text,
        b.name = 'Large 2' as is_exhausted, b.name = 'Large 4' as is_reserved
      from batches b, generate_series(1, b.amount) as n) as generated
    on conflict do nothing`);
}

const leadCount = 150_000;

async function insertLeads({ db, projectId }: Context): Promise<void> {
  // The first 20,000 leads are on the waitlist, and every hundredth of them was invited. 30,000 have the same referrer. The newest have all claimed.
  await db.execute(sql`insert into leads (project_id, email, firstname, lastname, on_waitlist, has_claimed, invited_at, source, referral_code, referred_by, created_at)
    select ${projectId}, case when n = 30001 then '5first@example.org' else substr(md5(n::text), 1, 8) || n || '@example.org' end,
      case when n % 5000 = 0 then 'Ωmega' when n % 7 = 0 then 'فاطمة' else 'Ada' end, case when n % 3000 = 0 then 'O’Brien' when n % 11 = 0 then 'Łukasz Lovelace' else 'Lovelace' end, n <= 20000, n > 20000, case when n <= 20000 and n % 100 = 0 then now() end,
      case when n <= 300 then 'staff' when n <= 20000 then 'import' else 'widget' end, lpad(n::text, 8, '0'),
      case when n between 50000 and 80000 then '5first@example.org' end, now() + make_interval(secs => n - ${leadCount}::int)
    from generate_series(1, ${leadCount}::int) as n`);
  await db.execute(
    sql`insert into suppressions (project_id, email, reason) select project_id, email, 'unsubscribed' from leads where referral_code like '%5'`,
  );
}

async function insertClaims({ db }: Context): Promise<void> {
  // The newest claims all have the same code and source. The others are the oldest.
  await db.execute(sql`insert into claims (project_id, code_key, email, batch_id, source, claimed_at)
    select l.project_id, c.key, l.email, c.batch_id, case when l.position < 200 then 'staff' else 'widget' end, l.created_at
    from (select *, row_number() over (order by created_at) as position from leads where has_claimed) as l
    join (select key, batch_id, row_number() over (order by key) as position from codes where claims > 0) as c on c.position = least(l.position, 20000)`);
}

async function insertDeliveries({ db, projectId }: Context): Promise<void> {
  // The first leads got one email, the newest forty.
  await db.execute(sql`insert into deliveries (project_id, id, kind, email, status, created_at, updated_at)
    select ${projectId}, gen_random_uuid(), 'joined', email, case when n = 1 and referral_code like '%000' then 'failed' else 'sent' end, created_at, created_at + make_interval(mins => n)
    from leads, generate_series(1, case when referral_code > '00149900' then 40 else 1 end) as n where referral_code < '00020000' or referral_code > '00149900'`);
}

/**
 * Fills a project so that every filter's matches come last in list order: the newest codes are expired, exhausted, paused, reserved or
 * scheduled, and active codes and codes of a rare type are the oldest. Leads on the waitlist were the first to join.
 */
export async function insertWorstCaseData(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    await inner.db.execute(
      sql`select set_config('statement_timeout', '0', true), set_config('maintenance_work_mem', '256MB', true), set_config('work_mem', '64MB', true)`,
    );
    const definitions = await dropIndexesAndForeignKeys(inner.db, ["codes", "leads", "claims", "deliveries"]);
    for (const insertRows of [insertCodes, insertLeads, insertClaims, insertDeliveries]) await insertRows(inner);
    await recreateIndexesAndForeignKeys(inner.db, definitions);
  });
  await ctx.db.execute(sql`vacuum analyze`);
}

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

/** Tables of at most a page, which PostgreSQL scans instead of using an index. Their rows still count as read. */
const smallTables: ReadonlySet<string> = new Set(["consents", "webhooks"]);

type TableReads = { rowsRead: number; fullScans: string[] };

/** Loads a page of a list with its total, and returns what each of the two statements read. */
export async function measureListReads(
  ctx: Context,
  runList: (ctx: Context) => Promise<unknown>,
): Promise<{ page: TableReads; count: TableReads }> {
  const reads: Promise<TableReads>[] = [];
  const run = async (text: string, params: unknown[]) => {
    const tableReads = measureReads(ctx.db, { sql: text, params });
    reads.push(tableReads);
    await tableReads;
    return ctx.db.run(text, params);
  };
  await runList({ ...ctx, db: { run } as unknown as Database });
  const [page, count, ...more] = await Promise.all(reads);
  if (!page || !count || more.length > 0) throw new Error("A list must run two statements: its page and its count");
  return { page, count };
}

/** Returns how many rows a statement read from tables and indexes, and which tables it scanned completely. */
export async function measureReads(db: Database, statement: Query): Promise<TableReads> {
  const text = `explain (analyze, costs off, timing off, summary off, buffers off, format json) ${statement.sql}`;
  const [explained] = await runStatement<{ "QUERY PLAN": [{ Plan: Plan }] }>(db, { ...statement, sql: text });
  const plan = explained?.["QUERY PLAN"][0].Plan;
  if (!plan) throw new Error("EXPLAIN returned no plan");
  let rowsRead = 0;
  const fullScans: string[] = [];
  const visit = (node: Plan) => {
    const { "Relation Name": table, "Actual Loops": loops } = node;
    if (table && loops > 0) {
      rowsRead += (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * loops;
      if (node["Node Type"] === "Seq Scan" && !smallTables.has(table)) fullScans.push(table);
    }
    for (const child of node.Plans ?? []) visit(child);
  };
  visit(plan);
  return { rowsRead, fullScans };
}
