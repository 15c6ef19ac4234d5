import { distance } from "fastest-levenshtein";

/** Letters that may be wrong, missing or too many in a name; in a short one fewer. */
const mostWrong = 3;

/** The one of `names` that somebody most likely meant by `typed`, whatever its letter case; null where none is near. */
export function nearestName(typed: string, names: readonly string[]): string | null {
  const lettersOf = (name: string) => name.toLowerCase().replace(/[^a-z]/g, "");
  const letters = lettersOf(typed.slice(0, 40));
  const measured = names.map((name) => ({ name, apart: distance(letters, lettersOf(name)) }));
  const [nearest] = measured.sort((a, b) => a.apart - b.apart);
  const most = Math.min(mostWrong, Math.floor(letters.length / 3));
  return nearest && nearest.apart <= most ? nearest.name : null;
}
