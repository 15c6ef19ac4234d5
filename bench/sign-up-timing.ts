import type { BenchEnvironment } from "./environment";
import { formatNumber, median, type ReportRow } from "./measure";

/** How many sign-ups of each kind. */
const sampleCount = 5000;

/** How much the share of pairs in which the known email took longer may differ from one half. */
const tolerance = 0.03;

/** What differs in every response: headers, and the alias of the email in the link to share. */
const differentHeaders = ["x-request-id", "date", "ratelimit"];
const referral = /"referral":\{[^}]*\}/;

/**
 * Checks that a sign-up doesn't reveal whether its email is known, by its response or its duration. Known and new emails are requested in
 * random order, so that only the email differs.
 */
export async function measureSignUpTiming(bench: BenchEnvironment): Promise<ReportRow[]> {
  bench.log(`Sign-ups: ${formatNumber(sampleCount)} known and ${formatNumber(sampleCount)} new emails, one request at a time`);
  const key = await getPublicKey(bench);
  // Emails of the same length, because longer bodies take longer and have another Content-Length.
  const getEmail = (kind: string, index: number) => `${kind}${String(index).padStart(6, "0")}@example.org`;
  await bench.sql`insert into leads (project_id, email, referral_code, on_waitlist, waitlist_changed_at)
    select ${bench.projectId}, 'known' || lpad(n::text, 6, '0') || '@example.org', 'known' || n, true, now() - interval '1 day' from generate_series(1, ${sampleCount}) as n`;
  const shuffledIndexes = shuffle(Array.from({ length: 2 * sampleCount }, (_, index) => index));
  const times: Record<"known" | "fresh", number[]> = { known: [], fresh: [] };
  const responses = new Set<string>();
  const signUp = async (email: string) => {
    const startedAt = performance.now();
    const response = await fetch(`${bench.baseUrl}/api/leads/create`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ email, waitlist: true }),
    });
    const text = await response.text();
    const duration = performance.now() - startedAt;
    const headers = [...response.headers].filter(([name]) => !differentHeaders.includes(name));
    responses.add(JSON.stringify([response.status, headers, text.replace(email, "…").replace(referral, "…")]));
    return duration;
  };
  for (let i = 0; i < 500; i++) await signUp(getEmail("warm-up", i));
  responses.clear();
  for (const [requestCount, index] of shuffledIndexes.entries()) {
    // As if each request came from another client.
    if (requestCount % 50 === 0) await bench.sql`delete from rate_limit_windows`;
    const kind = index < sampleCount ? "known" : "fresh";
    times[kind].push(await signUp(getEmail(kind, (index % sampleCount) + 1)));
  }
  // Otherwise the worker of another section would send their emails.
  await bench.sql`delete from pgboss.job`;
  if (responses.size !== 1)
    throw new Error(`Sign-ups have ${responses.size} different responses: ${[...responses].slice(0, 3).join("\n")}`);
  const longerShare = computeLongerShare(times.known, times.fresh);
  return [
    {
      title: "Sign-up with a known email, compared with a new one",
      measured: `${median(times.known).toFixed(2)} ms`,
      baseline: `${median(times.fresh).toFixed(2)} ms`,
      ratio: median(times.known) / median(times.fresh),
      target: {
        label: `${Math.round((0.5 - tolerance) * 100)}–${Math.round((0.5 + tolerance) * 100)} % of pairs`,
        isMet: Math.abs(longerShare - 0.5) <= tolerance,
      },
      note: `same response; the known email took longer in ${(longerShare * 100).toFixed(1)} % of pairs`,
    },
  ];
}

async function getPublicKey({ sql }: BenchEnvironment): Promise<string> {
  const [key] = await sql<{ public_value: string }[]>`select public_value from api_keys where kind = 'public_key'`;
  if (!key) throw new Error("The public key is missing");
  return key.public_value;
}

function shuffle<T>(items: T[]): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [items[i], items[j]] = [items[j] as T, items[i] as T];
  }
  return items;
}

/** Returns the share of all pairs in which the first duration is longer. One half if the kinds can't be told apart. */
function computeLongerShare(durations: readonly number[], otherDurations: readonly number[]): number {
  const sorted = otherDurations.toSorted((a, b) => a - b);
  let longerCount = 0;
  for (const duration of durations) {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? 0) < duration) low = middle + 1;
      else high = middle;
    }
    longerCount += low;
  }
  return longerCount / (durations.length * otherDurations.length);
}
