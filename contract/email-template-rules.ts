import {
  asWritten,
  isAlone,
  type MailKind,
  type MailText,
  type MailVariable,
  mailFields,
  mailNames,
  mailVariables,
  paragraphsOf,
} from "./mail-texts";

/** What is wrong with a field of a mail's words: what `refuses` keeps them from being saved and sent, the rest is to be thought about. */
export type MailProblem = { field: keyof MailText; refuses: boolean; message: string };

/** The nearest of some names, or null where none is near; given, as what measures it is not the contract's. */
export type Nearest = (name: string, among: readonly string[]) => string | null;

const names = Object.keys(mailVariables) as MailVariable[];
const isVariable = (name: string): name is MailVariable => Object.hasOwn(mailVariables, name);
const hasValue = (name: MailVariable, kind: MailKind): boolean => (mailVariables[name].kinds as readonly MailKind[]).includes(kind);

/** The variables that have a value in a kind of mail. */
export const variablesOf = (kind: MailKind): MailVariable[] => names.filter((name) => hasValue(name, kind));

const listed = (of: readonly MailVariable[]): string => new Intl.ListFormat("en", { type: "disjunction" }).format(of.map(asWritten));

/** What a mail is for: one of these stands in its text. */
const purposes: Readonly<Partial<Record<MailKind, { oneOf: readonly MailVariable[]; without: string }>>> = {
  code: { oneOf: ["code", "button", "claimUrl"], without: "nobody gets the code" },
  invitation: { oneOf: ["code", "button", "claimUrl"], without: "nobody gets their code" },
  joined: { oneOf: ["button", "placeUrl"], without: "nobody gets to their own page" },
  confirm: { oneOf: ["button", "confirmUrl"], without: "nobody can confirm their address" },
};

type Wish = { oneOf: readonly MailVariable[]; message: string };
const withCode: readonly Wish[] = [
  { oneOf: ["code"], message: "Without {{code}} nobody can read the code: it stands in the link alone" },
  { oneOf: ["button", "claimUrl"], message: "Without {{button}} or {{claimUrl}} nothing leads to the claim page" },
];

/** What is better not left out. */
const wishes: Readonly<Record<MailKind, readonly Wish[]>> = {
  code: withCode,
  invitation: withCode,
  joined: [
    { oneOf: ["button"], message: "Without {{button}} there is none to leave the waitlist by, and the words below the mail speak of it" },
  ],
  confirm: [],
  claimed: [{ oneOf: ["code"], message: "Without {{code}} it does not say which code was claimed" }],
};

/** What may say nothing to somebody. */
const quietOnes: readonly MailVariable[] = ["firstname", "lastname", "validFrom", "validUntil", "claimedUrl"];

const variable = /\{\{([^{}]*)\}\}/g;
const namesIn = (text: string): string[] => [...new Set([...text.matchAll(variable)].map(([, name = ""]) => name.trim()))];

/** What is wrong with the words of a kind of mail, in the order of its fields. */
export function problemsOf(kind: MailKind, text: MailText, nearest: Nearest): MailProblem[] {
  return mailFields.flatMap((field) => {
    const refused = [...wrongNames(kind, field, text[field], nearest), ...halfWritten(text[field])];
    const warned = [...singleBraces(text[field]), ...(field === "body" ? [] : emptyFor(field, text[field]))];
    if (field === "body" && text.body.trim() !== "") {
      const lacking = lackingIn(kind, text.body);
      refused.push(...crowded(text.body), ...lacking.refused);
      warned.push(...lacking.warned);
    }
    return [
      ...refused.map((message) => ({ field, refuses: true, message })),
      ...warned.map((message) => ({ field, refuses: false, message })),
    ];
  });
}

function wrongNames(kind: MailKind, field: keyof MailText, text: string, nearest: Nearest): string[] {
  return namesIn(text).flatMap((name) => {
    if (!isVariable(name)) return [notKnown(name, nearest(name, variablesOf(kind)))];
    if (!hasValue(name, kind)) return [`In this mail ${asWritten(name)} says nothing: it is for ${placesOf(name)}`];
    return name === "button" && field !== "body" ? ["The button stands in the text only: take {{button}} out here"] : [];
  });
}

function notKnown(name: string, near: string | null): string {
  if (name === "") return "The braces {{}} name no variable: write one between them, or take them out";
  const written = asWritten(name.replace(/\s+/g, " ").slice(0, 40));
  return near === null
    ? `There is no variable ${written}: take one of the list, or leave the braces out`
    : `There is no variable ${written}: did you mean ${asWritten(near)}?`;
}

const placesOf = (name: MailVariable): string =>
  new Intl.ListFormat("en").format(mailVariables[name].kinds.map((kind) => `“${mailNames[kind]}”`));

function halfWritten(text: string): string[] {
  const [near] = /[^\n{}]{0,12}(\{\{|\}\})[^\n{}]{0,16}/.exec(text.replace(variable, "")) ?? [];
  return near === undefined ? [] : [`A variable is half-written at “${near.trim()}”: write two braces before and two after its name`];
}

/** With one brace it would reach people as it was typed. */
const singleBraces = (text: string): string[] =>
  [...new Set([...text.matchAll(/(?<!\{)\{\s*(\w+)\s*\}(?!\})/g)].map(([, name = ""]) => name))]
    .filter(isVariable)
    .map((name) => `{${name}} is sent as it stands: for what it says write ${asWritten(name)}`);

/** The button is made of a paragraph alone; elsewhere its name would be sent as it stands. */
function crowded(body: string): string[] {
  const isCrowded = paragraphsOf(body).some((paragraph) => namesIn(paragraph).includes("button") && !isAlone(paragraph, "button"));
  return isCrowded ? ["The button must be a paragraph by itself: leave an empty line before and after {{button}}"] : [];
}

function emptyFor(field: "subject" | "button", text: string): string[] {
  const left = text.replace(variable, (written, name: string) => ((quietOnes as readonly string[]).includes(name.trim()) ? "" : written));
  if (text.trim() === "" || left.trim() !== "") return [];
  return [`It is empty where ${listed(quietOnes.filter((name) => namesIn(text).includes(name)))} says nothing: add words to the ${field}`];
}

function lackingIn(kind: MailKind, body: string): { refused: string[]; warned: string[] } {
  const held = namesIn(body);
  const lacks = ({ oneOf }: Pick<Wish, "oneOf">): boolean => !oneOf.some((name) => held.includes(name));
  const purpose = purposes[kind];
  if (purpose && lacks(purpose)) return { refused: [`Put in ${listed(purpose.oneOf)}: without that, ${purpose.without}`], warned: [] };
  return { refused: [], warned: wishes[kind].filter(lacks).map(({ message }) => message) };
}
