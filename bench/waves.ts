import type postgres from "postgres";
import { recountWaitlist } from "@/core/leads/waitlist";
import { openDatabase } from "@/db/client";
import type { BenchEnvironment } from "./environment";
import { formatDuration, formatNumber, measureDuration, median, type ReportRow } from "./measure";

const leadCount = 1_000_000;
const waveSize = 10_000;
const rounds = 3;
/** How many positions are looked up while no wave is running, per round. */
const idleLookups = 500;

/** How much slower the median position lookup may get while a wave is inviting people. */
const maxRatio = 3;

/** How much longer a preview of a large wave may take than counting the line. */
const maxPreviewRatio = 12;

/** Measures a wave of 10,000 of a million people in line, and position lookups while it runs compared with lookups right before it. */
export async function measureWaves(bench: BenchEnvironment): Promise<ReportRow[]> {
  bench.log(`Waves: ${formatNumber(waveSize)} of ${formatNumber(leadCount)} people in line, ${rounds} rounds`);
  const { sql } = bench;
  const database = openDatabase(bench.databaseUrl, { max: 1, name: "gatehouse bench" });
  bench.onStop(() => database.close());
  await insertWaitlist(bench);
  const preview = await measurePreviews(bench);
  const times = { wave: [] as number[], idle: [] as number[], busy: [] as number[], ratio: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    await sql`checkpoint`;
    const idle: number[] = [];
    for (let i = 0; i < idleLookups; i++) idle.push(await lookUpPosition(bench));
    const busy: number[] = [];
    let isDone = false;
    const wave = measureDuration(async () => {
      await (await bench.post("/api/waves", { size: waveSize })).arrayBuffer();
    }).finally(() => {
      isDone = true;
    });
    // One lookup after the other, as in the idle measurement.
    while (!isDone) busy.push(await lookUpPosition(bench));
    times.wave.push(await wave);
    times.idle.push(median(idle));
    times.busy.push(median(busy));
    times.ratio.push(median(busy) / median(idle));
    bench.log(
      `  round ${round + 1} of ${rounds}: wave ${formatDuration(times.wave.at(-1) ?? 0)}, lookups ${formatNumber(median(idle))} and ${formatNumber(median(busy))} ms (${busy.length} during the wave)`,
    );
    await checkInvited(sql, bench.projectId, (round + 1) * waveSize);
    // The worker does this within 15 seconds.
    const recount = await measureDuration(() => recountWaitlist(database.db, bench.projectId));
    bench.log(`  recounted the waitlist in ${formatDuration(recount)}`);
  }
  // Otherwise the worker of another section would send their emails.
  await sql`delete from pgboss.job`;
  const ratio = median(times.ratio);
  return [
    {
      title: `Preview of a wave that invites half of ${formatNumber(leadCount)} people in line`,
      measured: formatDuration(preview.preview),
      baseline: formatDuration(preview.count),
      ratio: preview.preview / preview.count,
      target: { label: `< ${maxPreviewRatio}`, isMet: preview.preview / preview.count < maxPreviewRatio },
      note: "the baseline counts the line",
    },
    {
      title: `Position lookups while a wave invites ${formatNumber(waveSize)} of ${formatNumber(leadCount)}, compared with lookups before it`,
      measured: formatDuration(median(times.busy)),
      baseline: formatDuration(median(times.idle)),
      ratio,
      target: { label: `< ${maxRatio}`, isMet: ratio < maxRatio },
      note: `the wave took ${formatDuration(median(times.wave))}; one lookup at a time`,
    },
  ];
}

/** Returns the median times of a preview and of counting the line. */
async function measurePreviews({ sql, projectId, post }: BenchEnvironment): Promise<{ preview: number; count: number }> {
  const [previews, counts]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    previews.push(await measureDuration(async () => (await post("/api/waves/preview", { size: leadCount / 2 })).json()));
    counts.push(await measureDuration(() => sql`select count(*) from leads where project_id = ${projectId} and on_waitlist`));
  }
  return { preview: median(previews), count: median(counts) };
}

/** Fills the line, and counts its checkpoints as the worker does. */
async function insertWaitlist({ sql, projectId, log }: BenchEnvironment): Promise<void> {
  log("  filling the waitlist");
  await sql`insert into leads (project_id, email, referral_code, on_waitlist, waitlist_changed_at, waitlist_sort_key)
    select ${projectId}::int, 'line-' || lpad(n::text, 7, '0') || '@bench.example', 'l' || lpad(n::text, 7, '0'), true, now(), n
    from generate_series(1, ${leadCount}::int) n`;
  await sql`insert into waitlist_checkpoints (project_id, sort_key, leads_ahead)
    select ${projectId}::int, n, n - 1 from generate_series(1000, ${leadCount}::int, 1000) n`;
  await sql`vacuum analyze leads`;
}

/** Looks up the position of a random person in the second half of the line, whom no wave reaches. Returns how long it took. */
async function lookUpPosition({ baseUrl, secretKey }: BenchEnvironment): Promise<number> {
  const number = leadCount / 2 + 1 + Math.floor((Math.random() * leadCount) / 2);
  const email = `line-${String(number).padStart(7, "0")}@bench.example`;
  return measureDuration(async () => {
    const response = await fetch(`${baseUrl}/api/leads/email/${email}/position`, { headers: { authorization: `Bearer ${secretKey}` } });
    const { data } = (await response.json()) as { data?: { position: number | null } };
    const invited = leadCount / 2;
    if (!data?.position || data.position > number || data.position < number - invited)
      throw new Error(`The position of number ${number} is ${data?.position}`);
  });
}

async function checkInvited(sql: postgres.Sql, projectId: number, expected: number): Promise<void> {
  const [row] = await sql<{ invited: number }[]>`select count(*)::int as invited from lead_invitations where project_id = ${projectId}`;
  if (row?.invited !== expected) throw new Error(`${row?.invited} people were invited instead of ${expected}`);
}
