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

/** How much a result may differ from the median of its variant. */
const maxDeviation = 1 / 3;

/**
 * Measures the variants in turns, in reverse order every second round, so that noise on the machine affects all of them. Rounds with a result
 * that differs from the others are measured again, at most as many as there are.
 */
export async function measureInTurns<Name extends string>(
  variants: Variants<Name>,
  rounds: number,
  log: (line: string) => void,
): Promise<RoundResults<Name>> {
  const names = Object.keys(variants) as Name[];
  const measureRound = async (round: number, title: string): Promise<Record<Name, number>> => {
    const results: Partial<Record<Name, number>> = {};
    for (const name of round % 2 === 0 ? names : names.toReversed()) results[name] = await variants[name](round);
    log(`  ${title}: ${names.map((name) => `${name} ${formatNumber(results[name] ?? Number.NaN)}`).join(", ")}`);
    return results as Record<Name, number>;
  };
  const measured: Record<Name, number>[] = [];
  for (let round = 0; round < rounds; round++) measured.push(await measureRound(round, `round ${round + 1} of ${rounds}`));
  const differs = (name: Name, result: number) => Math.abs(result / median(measured.map((each) => each[name])) - 1) > maxDeviation;
  for (let repeated = 0; repeated < rounds; repeated++) {
    const index = measured.findIndex((results) => names.some((name) => differs(name, results[name])));
    if (index === -1) break;
    measured[index] = await measureRound(rounds + repeated, `round ${index + 1} again`);
  }
  return Object.fromEntries(names.map((name) => [name, measured.map((results) => results[name])])) as RoundResults<Name>;
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
