import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import { parsePattern } from "@/contract/code-patterns";
import { normalizeCode } from "@/contract/normalize";
import { joinAnd, startsWith } from "../sql";
import type { Format } from "./draw-code";

/** `randomInt` draws numbers below this. */
const maxDrawnSize = 2 ** 48;

/** The format of a pattern's codes (contract/code-patterns.ts). */
export function patternFormat(pattern: string, alphabet?: string): Format {
  const { positions, size } = parsePattern(pattern, alphabet);
  const at = (index: number): string => {
    let text = "";
    let rest = index;
    for (const characters of positions.toReversed()) {
      text = characters[rest % characters.length] + text;
      rest = Math.floor(rest / characters.length);
    }
    return text;
  };
  const drawPositions = (): string => positions.map((characters) => characters[randomInt(characters.length)]).join("");
  const keyPositions = positions.map((characters) => normalizeCode(characters)).filter((characters) => characters !== "");
  const firstChoice = keyPositions.findIndex(({ length }) => length > 1);
  const prefix = keyPositions.slice(0, firstChoice).join("");
  const regex = `^${keyPositions.map((characters) => (characters.length === 1 ? characters : `[${characters}]`)).join("")}$`;
  return {
    kind: "pattern",
    size,
    at,
    draw: size <= maxDrawnSize ? () => at(randomInt(size)) : drawPositions,
    // Only formats that are small enough to be listed use it, so a divisor never exceeds a bigint.
    get atSql() {
      let divisor = size;
      const parts = positions.map((characters) => {
        divisor /= characters.length;
        if (characters.length === 1) return sql`${characters}::text`;
        return sql`substr(${characters}::text, (i / ${divisor}::bigint % ${characters.length}::int)::int + 1, 1)`;
      });
      return sql.join(parts, sql` || `);
    },
    occupies: joinAnd([...(prefix === "" ? [] : [startsWith(sql`c.key`, prefix)]), sql`c.key ~ ${regex}`]),
  };
}
