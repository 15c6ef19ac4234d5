import type { Random } from "./random";

const day = 24 * 60 * 60 * 1000;

/** Days the sample project has been open. */
export const daysOpen = 90;

/** The moment so many days before (or, negative, after) the one given, as the database takes it. */
export const daysBefore = (now: Date, days: number): string => new Date(now.getTime() - days * day).toISOString();

/** When each of `amount` people signed up, as days before now, the first first: slow at the beginning, with a rush after each piece of news, quieter at weekends and at night. */
export function signUps(random: Random, amount: number, now: Date): number[] {
  const weights = Array.from({ length: daysOpen }, (_, age) => weightOf(age, new Date(now.getTime() - age * day).getUTCDay()));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const drawn = Array.from({ length: amount }, () => {
    let rest = random.next() * total;
    let age = 0;
    for (; age < daysOpen - 1 && rest >= (weights[age] ?? 0); age++) rest -= weights[age] ?? 0;
    return Math.max(age + timeOfDay(random) - 0.45, 0.01);
  });
  return drawn.sort((a, b) => b - a);
}

function weightOf(age: number, weekday: number): number {
  const sinceOpening = daysOpen - age;
  const rush = (at: number, height: number, lasting: number) => (sinceOpening < at ? 0 : height * Math.exp(-(sinceOpening - at) / lasting));
  const quiet = weekday === 0 || weekday === 6 ? 0.55 : 1;
  return quiet * (1 + sinceOpening / 30 + rush(24, 14, 3) + rush(58, 22, 4) + rush(81, 9, 3));
}

/** A part of a day; the sum of two draws keeps to the middle of it. */
const timeOfDay = (random: Random): number => (random.next() + random.next()) / 2;
