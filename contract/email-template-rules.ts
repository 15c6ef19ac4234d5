import {
  type EmailTemplateContent,
  type EmailTemplateKind,
  emailTemplateFields,
  emailTemplateNames,
  formatVariable,
  isOnlyVariable,
  splitParagraphs,
  type TemplateVariable,
  templateVariables,
} from "./email-templates";

/** What is wrong with a field of a mail's words: what `refuses` keeps them from being saved and sent, the rest is to be thought about. */
export type TemplateProblem = { field: keyof EmailTemplateContent; isError: boolean; message: string };

/** The nearest of some names, or null where none is near; given, as what measures it is not the contract's. */
export type FindNearest = (name: string, among: readonly string[]) => string | null;

const names = Object.keys(templateVariables) as TemplateVariable[];
const isVariable = (name: string): name is TemplateVariable => Object.hasOwn(templateVariables, name);
const hasValue = (name: TemplateVariable, kind: EmailTemplateKind): boolean =>
  (templateVariables[name].kinds as readonly EmailTemplateKind[]).includes(kind);

/** The variables that have a value in a kind of mail. */
export const listVariables = (kind: EmailTemplateKind): TemplateVariable[] => names.filter((name) => hasValue(name, kind));

const listed = (of: readonly TemplateVariable[]): string =>
  new Intl.ListFormat("en", { type: "disjunction" }).format(of.map(formatVariable));

/** What a mail is for: one of these stands in its text. */
const purposes: Readonly<Partial<Record<EmailTemplateKind, { oneOf: readonly TemplateVariable[]; without: string }>>> = {
  code: { oneOf: ["code", "button", "claimUrl"], without: "nobody gets the code" },
  invitation: { oneOf: ["code", "button", "claimUrl"], without: "nobody gets their code" },
  joined: { oneOf: ["button", "positionUrl"], without: "nobody gets to their own page" },
  confirm: { oneOf: ["button", "confirmUrl"], without: "nobody can confirm their address" },
};

type Wish = { oneOf: readonly TemplateVariable[]; message: string };
const withCode: readonly Wish[] = [
  { oneOf: ["code"], message: "Without {{code}} nobody can read the code: it stands in the link alone" },
  { oneOf: ["button", "claimUrl"], message: "Without {{button}} or {{claimUrl}} nothing leads to the claim page" },
];

/** What is better not left out. */
const wishes: Readonly<Record<EmailTemplateKind, readonly Wish[]>> = {
  code: withCode,
  invitation: withCode,
  joined: [
    { oneOf: ["button"], message: "Without {{button}} there is none to leave the waitlist by, and the words below the mail speak of it" },
  ],
  confirm: [],
  claimed: [{ oneOf: ["code"], message: "Without {{code}} it does not say which code was claimed" }],
};

/** What may say nothing to somebody. */
const quietOnes: readonly TemplateVariable[] = ["firstname", "lastname", "validFrom", "validUntil", "redirectUrl"];

const variable = /\{\{([^{}]*)\}\}/g;
const namesIn = (text: string): string[] => [...new Set([...text.matchAll(variable)].map(([, name = ""]) => name.trim()))];

/** What is wrong with the words of a kind of mail, in the order of its fields. */
export function findTemplateProblems(kind: EmailTemplateKind, text: EmailTemplateContent, nearest: FindNearest): TemplateProblem[] {
  return emailTemplateFields.flatMap((field) => {
    const refused = [...wrongNames(kind, field, text[field], nearest), ...halfWritten(text[field])];
    const warned = [...singleBraces(text[field]), ...(field === "body" ? [] : emptyFor(field, text[field]))];
    if (field === "body" && text.body.trim() !== "") {
      const lacking = lackingIn(kind, text.body);
      refused.push(...crowded(text.body), ...lacking.refused);
      warned.push(...lacking.warned);
    }
    return [
      ...refused.map((message) => ({ field, isError: true, message })),
      ...warned.map((message) => ({ field, isError: false, message })),
    ];
  });
}

function wrongNames(kind: EmailTemplateKind, field: keyof EmailTemplateContent, text: string, nearest: FindNearest): string[] {
  return namesIn(text).flatMap((name) => {
    if (!isVariable(name)) return [notKnown(name, nearest(name, listVariables(kind)))];
    if (!hasValue(name, kind)) return [`In this mail ${formatVariable(name)} says nothing: it is for ${placesOf(name)}`];
    return name === "button" && field !== "body" ? ["The button stands in the text only: take {{button}} out here"] : [];
  });
}

function notKnown(name: string, near: string | null): string {
  if (name === "") return "The braces {{}} name no variable: write one between them, or take them out";
  const written = formatVariable(name.replace(/\s+/g, " ").slice(0, 40));
  return near === null
    ? `There is no variable ${written}: take one of the list, or leave the braces out`
    : `There is no variable ${written}: did you mean ${formatVariable(near)}?`;
}

const placesOf = (name: TemplateVariable): string =>
  new Intl.ListFormat("en").format(templateVariables[name].kinds.map((kind) => `“${emailTemplateNames[kind]}”`));

function halfWritten(text: string): string[] {
  const [near] = /[^\n{}]{0,12}(\{\{|\}\})[^\n{}]{0,16}/.exec(text.replace(variable, "")) ?? [];
  return near === undefined ? [] : [`A variable is half-written at “${near.trim()}”: write two braces before and two after its name`];
}

/** With one brace it would reach people as it was typed. */
const singleBraces = (text: string): string[] =>
  [...new Set([...text.matchAll(/(?<!\{)\{\s*(\w+)\s*\}(?!\})/g)].map(([, name = ""]) => name))]
    .filter(isVariable)
    .map((name) => `{${name}} is sent as it stands: for what it says write ${formatVariable(name)}`);

/** The button is made of a paragraph alone; elsewhere its name would be sent as it stands. */
function crowded(body: string): string[] {
  const isCrowded = splitParagraphs(body).some(
    (paragraph) => namesIn(paragraph).includes("button") && !isOnlyVariable(paragraph, "button"),
  );
  return isCrowded ? ["The button must be a paragraph by itself: leave an empty line before and after {{button}}"] : [];
}

function emptyFor(field: "subject" | "button", text: string): string[] {
  const left = text.replace(variable, (written, name: string) => ((quietOnes as readonly string[]).includes(name.trim()) ? "" : written));
  if (text.trim() === "" || left.trim() !== "") return [];
  return [`It is empty where ${listed(quietOnes.filter((name) => namesIn(text).includes(name)))} says nothing: add words to the ${field}`];
}

function lackingIn(kind: EmailTemplateKind, body: string): { refused: string[]; warned: string[] } {
  const held = namesIn(body);
  const lacks = ({ oneOf }: Pick<Wish, "oneOf">): boolean => !oneOf.some((name) => held.includes(name));
  const purpose = purposes[kind];
  if (purpose && lacks(purpose)) return { refused: [`Put in ${listed(purpose.oneOf)}: without that, ${purpose.without}`], warned: [] };
  return { refused: [], warned: wishes[kind].filter(lacks).map(({ message }) => message) };
}
