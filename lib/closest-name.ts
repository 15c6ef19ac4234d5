import { distance } from "fastest-levenshtein";

/** The maximum edit distance; shorter names allow fewer edits. */
const maxEdits = 3;

/** Returns the name that a misspelled `input` most likely means, ignoring case and separators, or null if none is close. */
export function closestName(input: string, names: readonly string[]): string | null {
  const normalize = (name: string) => name.toLowerCase().replace(/[^a-z]/g, "");
  const letters = normalize(input.slice(0, 40));
  const candidates = names.map((name) => ({ name, edits: distance(letters, normalize(name)) }));
  const [closest] = candidates.sort((a, b) => a.edits - b.edits);
  const limit = Math.min(maxEdits, Math.floor(letters.length / 3));
  return closest && closest.edits <= limit ? closest.name : null;
}
