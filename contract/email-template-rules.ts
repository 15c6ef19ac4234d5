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
} from "./default-email-templates";

/** A problem in a field of a template. Errors prevent saving and sending it; the others are warnings. */
type TemplateProblem = { field: keyof EmailTemplateContent; isError: boolean; message: string };

/** Returns the most similar name, or `null` if none is similar. Passed in, because the contract can't depend on the implementation. */
type FindNearest = (name: string, candidates: readonly string[]) => string | null;

const allVariables = Object.keys(templateVariables) as TemplateVariable[];
const isVariable = (name: string): name is TemplateVariable => Object.hasOwn(templateVariables, name);
const hasValue = (name: TemplateVariable, kind: EmailTemplateKind): boolean =>
  (templateVariables[name].kinds as readonly EmailTemplateKind[]).includes(kind);

/** The variables that have a value in a kind of email. */
export const listVariables = (kind: EmailTemplateKind): TemplateVariable[] => allVariables.filter((name) => hasValue(name, kind));

const disjunction = new Intl.ListFormat("en-US", { type: "disjunction" });
const conjunction = new Intl.ListFormat("en-US");

const formatVariables = (names: readonly TemplateVariable[]): string => disjunction.format(names.map(formatVariable));

type VariableRule = { oneOf: readonly TemplateVariable[]; message: string };

/** The variables without which an email has no purpose. One of each rule is required. */
const requiredVariables: Readonly<Partial<Record<EmailTemplateKind, VariableRule>>> = {
  code: { oneOf: ["code", "button", "claimUrl"], message: "so that leads get their code" },
  invitation: { oneOf: ["code", "button", "claimUrl"], message: "so that leads get their code" },
  reminder: { oneOf: ["code", "button", "claimUrl"], message: "so that leads get their code" },
  joined: { oneOf: ["button", "positionUrl"], message: "so that leads can view their position" },
  confirm: { oneOf: ["button", "confirmUrl"], message: "so that leads can confirm their email" },
  confirm_claim: { oneOf: ["button", "claimUrl"], message: "so that people can claim their code" },
};

const codeRecommendations: readonly VariableRule[] = [
  { oneOf: ["code"], message: "Without {{code}}, leads can't read the code. It is only part of the link" },
  { oneOf: ["button", "claimUrl"], message: "Without {{button}} or {{claimUrl}}, the email has no link to the claim page" },
];

const recommendedVariables: Readonly<Record<EmailTemplateKind, readonly VariableRule[]>> = {
  code: codeRecommendations,
  invitation: codeRecommendations,
  joined: [{ oneOf: ["button"], message: "Without {{button}}, leads have no button to view their position or leave the waitlist" }],
  confirm: [],
  confirm_claim: [{ oneOf: ["code"], message: "Without {{code}}, the email doesn't say which code they claim" }],
  claimed: [{ oneOf: ["code"], message: "Without {{code}}, the email doesn't say which code was claimed" }],
  reminder: codeRecommendations,
};

/** Variables that can be empty for some leads. */
const optionalVariables: readonly TemplateVariable[] = ["firstname", "lastname", "validFrom", "validUntil", "redirectUrl"];

const placeholderPattern = /\{\{([^{}]*)\}\}/g;
const listPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholderPattern)].map(([, name = ""]) => name.trim())),
];

/** Returns the problems of a template, in the order of its fields. */
export function findTemplateProblems(kind: EmailTemplateKind, content: EmailTemplateContent, findNearest: FindNearest): TemplateProblem[] {
  return emailTemplateFields.flatMap((field) => {
    const text = content[field];
    const errors = [...findInvalidVariables(kind, field, text, findNearest), ...findUnclosedBraces(text)];
    const warnings = [...findSingleBraces(text), ...(field === "body" ? [] : findPossiblyEmpty(field, text))];
    if (field === "body" && text.trim() !== "") {
      const missing = findMissingVariables(kind, text);
      errors.push(...findInlineButtons(text), ...missing.errors);
      warnings.push(...missing.warnings);
    }
    return [
      ...errors.map((message) => ({ field, isError: true, message })),
      ...warnings.map((message) => ({ field, isError: false, message })),
    ];
  });
}

function findInvalidVariables(
  kind: EmailTemplateKind,
  field: keyof EmailTemplateContent,
  text: string,
  findNearest: FindNearest,
): string[] {
  return listPlaceholders(text).flatMap((name) => {
    if (!isVariable(name)) return [describeUnknownVariable(name, findNearest(name, listVariables(kind)))];
    if (!hasValue(name, kind)) return [`${formatVariable(name)} is only available in ${listKindNames(name)} emails`];
    return name === "button" && field !== "body" ? ["{{button}} can only be used in the body"] : [];
  });
}

function describeUnknownVariable(name: string, nearest: string | null): string {
  if (name === "") return "Enter a variable name between the braces {{}}, or remove them";
  const placeholder = formatVariable(name.replace(/\s+/g, " ").slice(0, 40));
  return nearest === null
    ? `${placeholder} isn't a variable. Choose one from the list, or remove the braces`
    : `${placeholder} isn't a variable. Did you mean ${formatVariable(nearest)}?`;
}

const listKindNames = (name: TemplateVariable): string =>
  conjunction.format(templateVariables[name].kinds.map((kind) => `“${emailTemplateNames[kind]}”`));

function findUnclosedBraces(text: string): string[] {
  const [excerpt] = /[^\n{}]{0,12}(\{\{|\}\})[^\n{}]{0,16}/.exec(text.replace(placeholderPattern, "")) ?? [];
  return excerpt === undefined
    ? []
    : [`Braces aren't closed near “${excerpt.trim()}”. Use two braces before and two after a variable name`];
}

/** A variable in single braces would be sent as typed. */
const findSingleBraces = (text: string): string[] =>
  [...new Set([...text.matchAll(/(?<!\{)\{\s*(\w+)\s*\}(?!\})/g)].map(([, name = ""]) => name))]
    .filter(isVariable)
    .map((name) => `{${name}} isn't replaced. Use ${formatVariable(name)} for its value`);

/** Only a button in a paragraph of its own is replaced. */
function findInlineButtons(body: string): string[] {
  const hasInlineButton = splitParagraphs(body).some(
    (paragraph) => listPlaceholders(paragraph).includes("button") && !isOnlyVariable(paragraph, "button"),
  );
  return hasInlineButton ? ["{{button}} must be in a paragraph of its own, with an empty line before and after it"] : [];
}

function findPossiblyEmpty(field: "subject" | "button", text: string): string[] {
  const withoutOptional = text.replace(placeholderPattern, (placeholder, name: string) =>
    (optionalVariables as readonly string[]).includes(name.trim()) ? "" : placeholder,
  );
  if (text.trim() === "" || withoutOptional.trim() !== "") return [];
  const used = optionalVariables.filter((name) => listPlaceholders(text).includes(name));
  return [`The ${field} is empty for leads without ${formatVariables(used)}. Add other text`];
}

function findMissingVariables(kind: EmailTemplateKind, body: string): { errors: string[]; warnings: string[] } {
  const used = listPlaceholders(body);
  const isMissing = ({ oneOf }: VariableRule): boolean => !oneOf.some((name) => used.includes(name));
  const required = requiredVariables[kind];
  if (required && isMissing(required)) return { errors: [`Add ${formatVariables(required.oneOf)}, ${required.message}`], warnings: [] };
  return { errors: [], warnings: recommendedVariables[kind].filter(isMissing).map(({ message }) => message) };
}
