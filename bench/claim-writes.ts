import type { BenchEnvironment } from "./environment";
import { formatNumber, formatPercent, type ReportRow } from "./measure";
import { generateCodes } from "./sample-data";

/** How many claims are measured, and how many before them fill the pages of new tables. */
const claimCount = 3000;
const connections = 8;

/** What this section measures with the version of 29 November 2026, before indexes were removed. */
const earlier = { walBytes: 5956, indexEntries: 33 };

/** Records of one kind about one table or index, per claim. */
type Part = { kind: string; relation: string; records: number; bytes: number };

type Writes = { wal_bytes: number; page_images: number; index_entries: number; hot_updates: number };

/**
 * Measures what a claim of a one-time code by a new email writes, from the records in the WAL. An entry in an inverted index counts as one,
 * however many words it has.
 */
export async function measureClaimWrites(bench: BenchEnvironment): Promise<ReportRow[]> {
  const { sql, log } = bench;
  log(`Writes: ${formatNumber(claimCount)} claims of one-time codes by new emails`);
  const codes = await generateCodes(bench, { amount: 2 * claimCount, type: "alphanumeric", allowedClaims: 1 });
  await sql`vacuum analyze`;
  await sql`create extension if not exists pg_walinspect`;
  const claimPart = (part: number) => claimCodes(bench, codes.slice(part * claimCount, (part + 1) * claimCount));
  // Otherwise chance decides whether trigrams move from the list of pending ones to the index in between.
  await sql`alter table leads set (autovacuum_enabled = false)`;
  // With an ID, so that the end of the transaction writes its WAL to disk, where it can be read.
  const indexTrigrams = () => sql`select gin_clean_pending_list('leads_search_trgm_idx'), pg_current_xact_id()`;
  await claimPart(0);
  await indexTrigrams();
  await sql`checkpoint`;
  const start = await readWalPosition(bench);
  await claimPart(1);
  await indexTrigrams();
  const end = await readWalPosition(bench);
  const writes = await readWrites(bench, start, end);
  for (const { kind, relation, records, bytes } of await readParts(bench, start, end))
    log(`  ${formatNumber(bytes)} bytes in ${records.toFixed(2)} records: ${kind} ${relation}`);
  const row = (title: string, measured: number, baseline: number, unit: string, note: string): ReportRow => ({
    title,
    measured: `${formatNumber(measured)} ${unit}`,
    baseline: `${formatNumber(baseline)} ${unit}`,
    ratio: measured / baseline,
    target: { label: `≤ ${formatPercent(0.5)}`, isMet: measured / baseline <= 0.5 },
    note,
  });
  return [
    row(
      "WAL of a claim by a new email, compared with 29 November 2026",
      writes.wal_bytes,
      earlier.walBytes,
      "bytes",
      `and ${formatNumber(writes.page_images)} bytes of full pages after a checkpoint`,
    ),
    row(
      "Index entries of a claim by a new email, compared with 29 November 2026",
      writes.index_entries,
      earlier.indexEntries,
      "entries",
      `${formatPercent(writes.hot_updates)} of the updates of codes are HOT`,
    ),
  ];
}

async function claimCodes(bench: BenchEnvironment, codes: string[]): Promise<void> {
  const remaining = [...codes];
  const claimInLoop = async () => {
    for (let code = remaining.pop(); code !== undefined; code = remaining.pop())
      await bench.post("/api/codes/claim", { code, email: `${code.toLowerCase()}@writes.example` });
  };
  await Promise.all(Array.from({ length: connections }, claimInLoop));
}

async function readWalPosition({ sql }: BenchEnvironment): Promise<string> {
  const [row] = await sql<{ position: string }[]>`select pg_current_wal_flush_lsn()::text as position`;
  return row?.position ?? "";
}

/** The records of the WAL with the table or index that they are about, as rows of a query. */
const selectRecords = ({ sql }: BenchEnvironment, start: string, end: string) => sql`
  select record.resource_manager || ' ' || record.record_type as kind, record.record_length - record.fpi_length as bytes, record.fpi_length as page_images, relation.relname
  from pg_get_wal_records_info(${start}, ${end}) record
  left join pg_get_wal_block_info(${start}, ${end}) block on block.start_lsn = record.start_lsn and block.block_id = 0
  left join pg_class relation on relation.relfilenode = block.relfilenode and relation.relnamespace = 'public'::regnamespace`;

/** Returns what a claim writes by kind of record and relation, the largest parts first. */
const readParts = (bench: BenchEnvironment, start: string, end: string): Promise<Part[]> => bench.sql<Part[]>`
  select kind, coalesce(relname, '') as relation, count(*)::float / ${claimCount} as records, sum(bytes)::float / ${claimCount} as bytes
  from (${selectRecords(bench, start, end)}) as records group by kind, relname having sum(bytes) >= 10 * ${claimCount}::int order by bytes desc`;

/** Returns averages per claim. `hot_updates` is the share of the updates of codes that wrote no index entry. */
async function readWrites(bench: BenchEnvironment, start: string, end: string): Promise<Writes> {
  const { sql } = bench;
  const [writes] = await sql<Writes[]>`
    with records as (${selectRecords(bench, start, end)}), code_updates as (
      select count(*) filter (where kind like 'Heap HOT_UPDATE%')::float / count(*) as hot from records
      where relname = 'codes' and (kind like 'Heap UPDATE%' or kind like 'Heap HOT_UPDATE%')
    )
    select sum(bytes)::float / ${claimCount} as wal_bytes, sum(page_images)::float / ${claimCount} as page_images,
      count(*) filter (where relname is not null
        and kind in ('Btree INSERT_LEAF', 'Btree INSERT_POST', 'Btree SPLIT_L', 'Btree SPLIT_R', 'Gin UPDATE_META_PAGE'))::float / ${claimCount} as index_entries,
      (select hot from code_updates) as hot_updates
    from records`;
  if (!writes) throw new Error("The WAL can't be read");
  return writes;
}
