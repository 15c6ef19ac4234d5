import { type SQL, sql } from "drizzle-orm";
import type { ExportFormat } from "@/contract/enums";
import type { ExportColumn } from "@/contract/export-columns";
import type { LeadRecord } from "@/contract/leads";
import { type Answers, parseAnswer, type Question } from "@/contract/questions";
import { closestName } from "@/lib/closest-name";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import type { ListResult } from "../pagination";
import { getQuestions } from "../projects/record";
import { hasTrustedEmail } from "./public-names";

/** Parses answers by key. Throws `invalid_input` with the errors of each field, also for unknown keys. */
export const parseAnswers = async (ctx: Context, fields: Record<string, unknown> = {}): Promise<Answers> =>
  Object.keys(fields).length === 0 ? {} : readAnswers(await getQuestions(ctx), fields);

/** Parses answers to these questions. Throws `invalid_input` like `parseAnswers`. */
export function readAnswers(questions: readonly Question[], fields: Record<string, unknown>): Answers {
  const problems: [string, string[]][] = [];
  const answers = Object.entries(fields).flatMap(([key, value]) => {
    const question = questions.find((each) => each.key === key);
    const { answer, problem } = question ? parseAnswer(question, value) : { problem: describeUnknownKey(key, questions) };
    if (problem !== undefined) problems.push([`fields.${key}`, [problem]]);
    return answer === undefined ? [] : [[key, answer] as const];
  });
  if (problems.length > 0) throw new ApiError("invalid_input", { fields: Object.fromEntries(problems) });
  return Object.fromEntries(answers);
}

function describeUnknownKey(key: string, questions: readonly Question[]): string {
  const nearest = closestName(
    key,
    questions.map((question) => question.key),
  );
  return `is not the key of a question${nearest === null ? "" : `. Did you mean ${nearest}?`}`;
}

/**
 * Reads the answers of a join form, in which unchecked boxes and blank fields are missing. Leaves out what the form doesn't ask. Throws
 * `invalid_input` if a required question isn't answered.
 */
export function readFormAnswers(questions: readonly Question[], fields: Record<string, unknown> = {}): Record<string, unknown> {
  const shown = questions.filter(({ onJoinForms }) => onJoinForms);
  const values = shown.map(
    ({ key, type }) => [key, Object.hasOwn(fields, key) ? fields[key] : type === "checkbox" ? "false" : undefined] as const,
  );
  const given = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  assertRequiredAnswers(questions, given);
  return given;
}

/** Throws `invalid_input` if a required question of the join forms isn't answered. */
export function assertRequiredAnswers(questions: readonly Question[], fields: Record<string, unknown> = {}): void {
  const missing = questions.filter(
    ({ key, required, onJoinForms }) => required && onJoinForms && (!Object.hasOwn(fields, key) || isUnchecked(fields[key])),
  );
  if (missing.length > 0)
    throw new ApiError("invalid_input", { fields: Object.fromEntries(missing.map(({ key }) => [`fields.${key}`, ["is required"]])) });
}

const isUnchecked = (value: unknown): boolean => value === false || value === "false";

/**
 * The answers of a lead `l` to the questions of their project `p` that emails may contain, as JSON. Choices and checkboxes have only the
 * project's own words. Answers to deleted questions are left out.
 */
export const emailAnswers: SQL = sql`(select coalesce(jsonb_object_agg(q.value ->> 'key', a.answer), '{}')
  from jsonb_array_elements(p.questions) as q, lateral (values (l.answers -> (q.value ->> 'key'))) as a (answer)
  where a.answer is not null and (${hasTrustedEmail} or jsonb_typeof(a.answer) = 'boolean' or (q.value -> 'options') @> a.answer))`;

/** The condition that leads `l` have an answer, written as `company:Acme`. */
export function hasAnswer(filter: string): SQL {
  const [key = "", answer = ""] = filter.split(/:(.*)/su);
  const values = [answer, ...(answer === "true" || answer === "false" ? [answer === "true"] : [])];
  const matches = values.map((value) => sql`l.answers @> ${JSON.stringify({ [key]: value })}::jsonb`);
  return sql`(${sql.join(matches, sql` or `)})`;
}

/** Whether a list is requested as a file with columns, not as its records. */
export const hasColumns = ({ format = "json", columns }: { format?: ExportFormat | "json" | undefined; columns?: unknown }): boolean =>
  format === "ndjson" ? columns !== undefined : format !== "json";

/** A lead of an exported file. `position` is their position in line, starting at 1, or `null` if they aren't waiting. */
export type ExportedLead = LeadRecord & { position: number | null };

/** Adds the columns of an exported file that the records don't have: the position in line, and the answers, one for each question. */
export async function withFileColumns(
  ctx: Context,
  list: Promise<ListResult<ExportedLead>> | ListResult<ExportedLead>,
): Promise<ListResult<ExportedLead>> {
  const questions = await getQuestions(ctx);
  const toColumn = ({ key, label }: Question): ExportColumn<ExportedLead> => ({
    name: `fields.${key}`,
    olderName: `field.${key}`,
    title: label,
    cell: ({ fields }) => (Object.hasOwn(fields, key) ? (fields[key] ?? null) : null),
  });
  const position: ExportColumn<ExportedLead> = { name: "position", title: "Position", cell: (lead) => lead.position };
  return { ...(await list), addedColumns: [position, ...questions.map(toColumn)] };
}
