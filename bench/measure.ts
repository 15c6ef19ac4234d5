/** One line of the table: what was measured, with what it is compared, and the ratio of both. */
export type Row = {
  name: string;
  ours: string;
  against: string;
  ratio: number;
  /** Absent where none is set. */
  target?: { said: string; met: boolean };
  note?: string;
};

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

type Contestants<Name extends string> = Record<Name, (round: number) => Promise<number>>;

/** What every contestant measured, round by round. */
export type Rounds<Name extends string> = Record<Name, number[]>;

/** Lets the contestants take turns, every second round in the opposite order: a machine's noise then falls on all of them. */
export async function takeTurns<Name extends string>(
  contestants: Contestants<Name>,
  rounds: number,
  say: (line: string) => void,
): Promise<Rounds<Name>> {
  const names = Object.keys(contestants) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Rounds<Name>;
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const name of order) measured[name].push(await contestants[name](round));
    say(`  round ${round + 1} of ${rounds}: ${names.map((name) => `${name} ${figure(measured[name].at(-1) ?? Number.NaN)}`).join(", ")}`);
  }
  return measured;
}

/** The median of the ratios within each round. */
export function ratioOf(ours: readonly number[], against: readonly number[]): number {
  return median(ours.map((number, round) => number / (against[round] ?? Number.NaN)));
}

export const figure = (number: number): string => (number >= 100 ? Math.round(number).toLocaleString("en") : number.toPrecision(3));
export const perSecond = (number: number): string => `${figure(number)} /s`;
export const milliseconds = (number: number): string => (number < 10_000 ? `${figure(number)} ms` : `${(number / 1000).toFixed(1)} s`);
export const percent = (ratio: number): string => `${(ratio * 100).toFixed(0)} %`;

/** How long `work` takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
