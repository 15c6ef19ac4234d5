import type { Random } from "./random";

const dayMs = 24 * 60 * 60 * 1000;

/** How many days ago the demo project opened. */
const daysOpen = 90;

/** Returns the time `days` before `now` (or after it, if negative) as an ISO string. */
export const timestampDaysBefore = (now: Date, days: number): string => new Date(now.getTime() - days * dayMs).toISOString();

/** Draws when each of `amount` people signed up, in days before now, oldest first: growing slowly, with spikes after news and fewer at weekends and at night. */
export function drawSignUpAges(random: Random, amount: number, now: Date): number[] {
  const weights = Array.from({ length: daysOpen }, (_, age) => dayWeight(age, new Date(now.getTime() - age * dayMs).getUTCDay()));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const ages = Array.from({ length: amount }, () => {
    let remaining = random.next() * total;
    let age = 0;
    for (; age < daysOpen - 1 && remaining >= (weights[age] ?? 0); age++) remaining -= weights[age] ?? 0;
    return Math.max(age + drawTimeOfDay(random) - 0.45, 0.01);
  });
  return ages.sort((a, b) => b - a);
}

function dayWeight(age: number, weekday: number): number {
  const daysSinceOpening = daysOpen - age;
  const spike = (startDay: number, size: number, decayDays: number) =>
    daysSinceOpening < startDay ? 0 : size * Math.exp(-(daysSinceOpening - startDay) / decayDays);
  const weekendFactor = weekday === 0 || weekday === 6 ? 0.55 : 1;
  return weekendFactor * (1 + daysSinceOpening / 30 + spike(24, 14, 3) + spike(58, 22, 4) + spike(81, 9, 3));
}

/** Draws a fraction of a day. The sum of two draws favors the middle of the day. */
const drawTimeOfDay = (random: Random): number => (random.next() + random.next()) / 2;
