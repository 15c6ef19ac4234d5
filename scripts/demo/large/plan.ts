import type { CodeType } from "@/contract/codes";
import type { Random } from "../random";

/** How many of each the large sample holds; tests make it smaller by a factor. */
export const full = { leads: 1_000_000, codes: 1_000_000, claims: 500_000 } as const;

/** How many days ago the first lead of the large sample came. */
export const daysOpen = 400;

/** A batch of the large sample. Times are in days before now, and negative ahead of it; `claimed` is the share of its uses that is used. */
export type Planned = {
  name: string;
  type: CodeType;
  amount: number;
  age: number;
  allowed: number;
  from: number | null;
  until: number | null;
  paused: boolean;
  /** Each code is for a lead of its own. */
  personal: boolean;
  claimed: number;
};

const plain = { allowed: 1, from: null, until: null, paused: false, personal: false } as const;

/** The batches everybody talks about, from 300,000 codes down to one. */
const known: readonly Planned[] = [
  { ...plain, name: "Spring campaign, cards", type: "alphanumeric", amount: 300_000, age: 310.2, until: 121, claimed: 0.55 },
  { ...plain, name: "Autumn flyers", type: "numeric", amount: 200_000, age: 63.4, until: -88, claimed: 0.5 },
  { ...plain, name: "Partner network", type: "creative", amount: 120_000, age: 92.6, allowed: 3, claimed: 0.25 },
  { ...plain, name: "Newsletter, personal codes", type: "creative", amount: 100_000, age: 41.3, paused: true, claimed: 0.1 },
  { ...plain, name: "Winter preview", type: "alphanumeric", amount: 100_000, age: 2.1, from: -9, until: -40, claimed: 0 },
  { ...plain, name: "School packs", type: "numeric", amount: 50_000, age: 151.7, claimed: 0.8 },
  { ...plain, name: "First wave", type: "alphanumeric", amount: 10_000, age: 201.5, personal: true, claimed: 0.71 },
  { ...plain, name: "Second wave", type: "alphanumeric", amount: 10_000, age: 33.9, personal: true, until: 4, claimed: 0.58 },
  { ...plain, name: "Summer newsletter", type: "creative", amount: 1, age: 122.3, allowed: 8000, claimed: 0.6 },
  { ...plain, name: "Autumn newsletter", type: "creative", amount: 1, age: 31.4, allowed: 12_000, claimed: 0.35 },
  { ...plain, name: "Winter newsletter", type: "creative", amount: 1, age: 3.2, allowed: 20_000, until: -60, claimed: 0.1 },
];

const occasions = [
  "Meet-up",
  "Podcast episode",
  "Reading group",
  "Conference",
  "Shop window",
  "Press kit",
  "Study",
  "Livestream",
  "Raffle",
];
const places = ["Berlin", "Lagos", "القاهرة", "São Paulo", "Kyōto", "תל אביב", "Leeds", "Wien", "Hà Nội", "Montréal"];

/** All batches of the large sample: those known, hundreds of middling ones, and as many of one code as fill it up. */
export function planned(random: Random, scale: number): Planned[] {
  const plan = known.map((batch) => ({ ...batch, amount: Math.max(1, Math.round(batch.amount * scale)) }));
  let rest = Math.round(full.codes * scale) - plan.reduce((sum, { amount }) => sum + amount, 0);
  const alone = Math.round(rest * 0.08);
  while (rest > alone) {
    const amount = Math.min(random.pick([20, 50, 60, 100, 100, 250, 500, 1500]), rest - alone);
    rest -= amount;
    plan.push(middling(random, amount));
  }
  for (; rest > 0; rest--) plan.push(single(random));
  return plan;
}

function middling(random: Random, amount: number): Planned {
  const age = random.next() * (daysOpen - 5) + 0.3;
  const ends = random.chance(0.45);
  const until = ends ? age - random.between(7, 150) - 0.1 : null;
  return {
    ...plain,
    name: `${random.pick(occasions)} ${random.pick(places)}, ${random.between(1, 40)}`,
    type: random.pick(["creative", "creative", "alphanumeric", "numeric"]),
    amount,
    age,
    allowed: random.pick([1, 1, 1, 2, 5]),
    from: until === null && random.chance(0.05) ? -random.between(2, 20) : null,
    until: until !== null && until < 0 ? until - 3 : until,
    paused: random.chance(0.06),
    claimed: random.next() * 0.9,
  };
}

function single(random: Random): Planned {
  const age = random.next() * (daysOpen - 5) + 0.2;
  return {
    ...plain,
    name: `${random.pick(occasions)} ${random.pick(places)}`,
    type: random.pick(["creative", "creative", "creative", "alphanumeric"]),
    amount: 1,
    age,
    allowed: random.pick([1, 1, 10, 40, 120]),
    until: random.chance(0.3) ? age - random.between(5, 90) - 0.05 : null,
    paused: random.chance(0.03),
    claimed: random.next() ** 2,
  };
}
