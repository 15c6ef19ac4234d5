import type { CodeType } from "@/contract/codes";
import type { Random } from "../random";

/** The size of the large demo project. Tests scale it down. */
export const fullSize = { leads: 1_000_000, codes: 1_000_000, claims: 500_000 } as const;

/** How many days ago the first lead of the large demo project signed up. */
export const largeDaysOpen = 400;

/** A batch of the large demo project. Times are in days before now, and negative in the future. */
export type PlannedBatch = {
  name: string;
  type: CodeType;
  amount: number;
  daysAgo: number;
  allowedClaims: number;
  startsDaysAgo: number | null;
  endsDaysAgo: number | null;
  isPaused: boolean;
  /** Whether each code is reserved for one lead. */
  isPersonal: boolean;
  /** The share of its allowed claims that is claimed. */
  claimedShare: number;
};

const defaults = { allowedClaims: 1, startsDaysAgo: null, endsDaysAgo: null, isPaused: false, isPersonal: false } as const;

/** The named batches, from 300,000 codes down to one. */
const largeBatches: readonly PlannedBatch[] = [
  {
    ...defaults,
    name: "Spring campaign, cards",
    type: "alphanumeric",
    amount: 300_000,
    daysAgo: 310.2,
    endsDaysAgo: 121,
    claimedShare: 0.55,
  },
  { ...defaults, name: "Autumn flyers", type: "numeric", amount: 200_000, daysAgo: 63.4, endsDaysAgo: -88, claimedShare: 0.5 },
  { ...defaults, name: "Partner network", type: "creative", amount: 120_000, daysAgo: 92.6, allowedClaims: 3, claimedShare: 0.25 },
  { ...defaults, name: "Newsletter, personal codes", type: "creative", amount: 100_000, daysAgo: 41.3, isPaused: true, claimedShare: 0.1 },
  {
    ...defaults,
    name: "Winter preview",
    type: "alphanumeric",
    amount: 100_000,
    daysAgo: 2.1,
    startsDaysAgo: -9,
    endsDaysAgo: -40,
    claimedShare: 0,
  },
  { ...defaults, name: "School packs", type: "numeric", amount: 50_000, daysAgo: 151.7, claimedShare: 0.8 },
  { ...defaults, name: "First wave", type: "alphanumeric", amount: 10_000, daysAgo: 201.5, isPersonal: true, claimedShare: 0.71 },
  {
    ...defaults,
    name: "Second wave",
    type: "alphanumeric",
    amount: 10_000,
    daysAgo: 33.9,
    isPersonal: true,
    endsDaysAgo: 4,
    claimedShare: 0.58,
  },
  { ...defaults, name: "Summer newsletter", type: "creative", amount: 1, daysAgo: 122.3, allowedClaims: 8000, claimedShare: 0.6 },
  { ...defaults, name: "Autumn newsletter", type: "creative", amount: 1, daysAgo: 31.4, allowedClaims: 12_000, claimedShare: 0.35 },
  {
    ...defaults,
    name: "Winter newsletter",
    type: "creative",
    amount: 1,
    daysAgo: 3.2,
    allowedClaims: 20_000,
    endsDaysAgo: -60,
    claimedShare: 0.1,
  },
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

/** Plans all batches: the named ones, hundreds of medium size, and as many batches of one code as needed. */
export function planBatches(random: Random, scale: number): PlannedBatch[] {
  const plan = largeBatches.map((batch) => ({ ...batch, amount: Math.max(1, Math.round(batch.amount * scale)) }));
  let remaining = Math.round(fullSize.codes * scale) - plan.reduce((sum, { amount }) => sum + amount, 0);
  const singleCodeCount = Math.round(remaining * 0.08);
  while (remaining > singleCodeCount) {
    const amount = Math.min(random.pick([20, 50, 60, 100, 100, 250, 500, 1500]), remaining - singleCodeCount);
    remaining -= amount;
    plan.push(planMediumBatch(random, amount));
  }
  for (; remaining > 0; remaining--) plan.push(planSingleCode(random));
  return plan;
}

function planMediumBatch(random: Random, amount: number): PlannedBatch {
  const daysAgo = random.next() * (largeDaysOpen - 5) + 0.3;
  const hasEndDate = random.chance(0.45);
  const endsDaysAgo = hasEndDate ? daysAgo - random.between(7, 150) - 0.1 : null;
  return {
    ...defaults,
    name: `${random.pick(occasions)} ${random.pick(places)}, ${random.between(1, 40)}`,
    type: random.pick(["creative", "creative", "alphanumeric", "numeric"]),
    amount,
    daysAgo,
    allowedClaims: random.pick([1, 1, 1, 2, 5]),
    startsDaysAgo: endsDaysAgo === null && random.chance(0.05) ? -random.between(2, 20) : null,
    endsDaysAgo: endsDaysAgo !== null && endsDaysAgo < 0 ? endsDaysAgo - 3 : endsDaysAgo,
    isPaused: random.chance(0.06),
    claimedShare: random.next() * 0.9,
  };
}

function planSingleCode(random: Random): PlannedBatch {
  const daysAgo = random.next() * (largeDaysOpen - 5) + 0.2;
  return {
    ...defaults,
    name: `${random.pick(occasions)} ${random.pick(places)}`,
    type: random.pick(["creative", "creative", "creative", "alphanumeric"]),
    amount: 1,
    daysAgo,
    allowedClaims: random.pick([1, 1, 10, 40, 120]),
    endsDaysAgo: random.chance(0.3) ? daysAgo - random.between(5, 90) - 0.05 : null,
    isPaused: random.chance(0.03),
    claimedShare: random.next() ** 2,
  };
}
