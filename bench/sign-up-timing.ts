import { figure, median, type Row } from "./measure";
import type { Stage } from "./stage";

/** How many sign-ups of each sort. */
const samples = 5000;

/** How far from one half the share of pairs may be in which the known address took longer. */
const tolerance = 0.03;

/**
 * Whether a sign-up tells that its address was known, by what it answers or by how long it takes: known and new addresses in random order,
 * one after another, so that nothing but the address differs.
 */
export async function alike(stage: Stage): Promise<Row[]> {
  stage.say(`Sign-ups: ${figure(samples)} of known and as many of new addresses, one after another`);
  const key = await publicKeyOf(stage);
  const addressOf = (sort: string, place: number) => `${sort}${String(place).padStart(6, "0")}@example.org`;
  await stage.sql`insert into leads (project_id, email, referral_code, on_waitlist, waitlist_changed_at)
    select ${stage.projectId}, 'known' || lpad(n::text, 6, '0') || '@example.org', 'known' || n, true, now() - interval '1 day' from generate_series(1, ${samples}) as n`;
  const order = shuffled(Array.from({ length: 2 * samples }, (_, place) => place));
  const times: Record<"known" | "fresh", number[]> = { known: [], fresh: [] };
  const answers = new Set<string>();
  const ask = async (email: string) => {
    const began = performance.now();
    const answer = await fetch(`${stage.address}/api/leads/create`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ email, waitlist: true }),
    });
    const text = await answer.text();
    const took = performance.now() - began;
    const headers = [...answer.headers].filter(([name]) => !["x-request-id", "date"].includes(name));
    answers.add(JSON.stringify([answer.status, headers, text.replace(email, "…")]));
    return took;
  };
  for (let warm = 0; warm < 500; warm++) await ask(addressOf("warms", warm));
  answers.clear();
  for (const [asked, place] of order.entries()) {
    // As if each came from a client of its own.
    if (asked % 50 === 0) await stage.sql`delete from rate_limit_windows`;
    const sort = place < samples ? "known" : "fresh";
    times[sort].push(await ask(addressOf(sort, (place % samples) + 1)));
  }
  if (answers.size !== 1) throw new Error(`Sign-ups are answered in ${answers.size} ways: ${[...answers].slice(0, 3).join("\n")}`);
  const share = longerShare(times.known, times.fresh);
  return [
    {
      name: "Sign-up of a known address, against a new one",
      ours: `${median(times.known).toFixed(2)} ms`,
      against: `${median(times.fresh).toFixed(2)} ms`,
      ratio: median(times.known) / median(times.fresh),
      target: {
        said: `${Math.round((0.5 - tolerance) * 100)}–${Math.round((0.5 + tolerance) * 100)} % of pairs`,
        met: Math.abs(share - 0.5) <= tolerance,
      },
      note: `answers alike; of pairs, the known one took longer in ${(share * 100).toFixed(1)} %`,
    },
  ];
}

async function publicKeyOf({ sql }: Stage): Promise<string> {
  const [key] = await sql<{ public_value: string }[]>`select public_value from api_keys where kind = 'public_key'`;
  if (!key) throw new Error("The public key is missing");
  return key.public_value;
}

function shuffled<T>(items: T[]): T[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [items[last], items[other]] = [items[other] as T, items[last] as T];
  }
  return items;
}

/** In which share of all pairs the first of the one sort is greater than the other; one half where nothing tells them apart. */
function longerShare(ones: readonly number[], others: readonly number[]): number {
  const sorted = others.toSorted((a, b) => a - b);
  let longer = 0;
  for (const one of ones) {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? 0) < one) low = middle + 1;
      else high = middle;
    }
    longer += low;
  }
  return longer / (ones.length * others.length);
}
