/** A row of the report: a measurement, its baseline, and the ratio of both. */
export type ReportRow = {
  title: string;
  measured: string;
  baseline: string;
  ratio: number;
  target?: { label: string; isMet: boolean };
  note?: string;
};

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

type Variants<Name extends string> = Record<Name, (round: number) => Promise<number>>;

/** The results of every variant, by round. */
export type RoundResults<Name extends string> = Record<Name, number[]>;

/** Measures the variants in turns, in reverse order every second round, so that noise on the machine affects all of them. */
export async function measureInTurns<Name extends string>(
  variants: Variants<Name>,
  rounds: number,
  log: (line: string) => void,
): Promise<RoundResults<Name>> {
  const names = Object.keys(variants) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as RoundResults<Name>;
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const name of order) results[name].push(await variants[name](round));
    log(
      `  round ${round + 1} of ${rounds}: ${names.map((name) => `${name} ${formatNumber(results[name].at(-1) ?? Number.NaN)}`).join(", ")}`,
    );
  }
  return results;
}

/** Returns the median of the ratios of each round. */
export function medianRatio(measured: readonly number[], baseline: readonly number[]): number {
  return median(measured.map((number, round) => number / (baseline[round] ?? Number.NaN)));
}

export const formatNumber = (number: number): string => (number >= 100 ? Math.round(number).toLocaleString("en") : number.toPrecision(3));
export const formatRate = (number: number): string => `${formatNumber(number)} /s`;
export const formatDuration = (number: number): string =>
  number < 10_000 ? `${formatNumber(number)} ms` : `${(number / 1000).toFixed(1)} s`;
export const formatPercent = (ratio: number): string => `${(ratio * 100).toFixed(0)} %`;

/** Returns how long `run` takes, in milliseconds. */
export async function measureDuration(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}
