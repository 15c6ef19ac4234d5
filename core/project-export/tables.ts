import { type Column, getTableColumns, getTableName, is, sql } from "drizzle-orm";
import { getTableConfig, PgArray, PgNumeric, type PgTable } from "drizzle-orm/pg-core";
import { eventKinds } from "@/contract/event-kinds";
import { buildStatement, quoteIdentifier } from "@/db/query";
import * as schema from "@/db/schema";
import { readStoredEvents } from "../events/stored-events";

/** Why tables of the schema aren't part of an export. */
export const omittedTables: Readonly<Record<string, string>> = {
  ambiguous_codes: "They are found again when the codes are imported.",
  api_keys: "Keys are secrets, and an installation has its own.",
  background_jobs: "Jobs belong to the installation that runs them.",
  bin_entries: "What was deleted doesn't move to another installation.",
  bin_rows: "What was deleted doesn't move to another installation.",
  claim_tokens: "They are secrets that expire after a minute.",
  erased_suppressions: "They are hashes that only the installation's own salt can match.",
  email_circuit_breakers: "It says what this installation's mail server refuses.",
  email_changes: "Links in emails are signed by the installation.",
  email_slots: "It says when this installation may send its next email.",
  email_webhooks: "They are secrets of an email provider, encrypted with the installation's own secret.",
  webhooks: "They have secrets, encrypted with the installation's own secret, and another installation must not send the same events.",
  webhook_deliveries: "They are of webhooks, which aren't exported.",
  webhook_hours: "They are of webhooks, which aren't exported.",
  idempotent_responses: "Retries go to the same installation with the same key.",
  idempotent_response_chunks: "Retries go to the same installation with the same key.",
  invitations: "Links that invite to the team are signed by the installation.",
  passkeys: "An account's passkeys only work on the installation's own URL.",
  passkey_challenges: "They are answered within minutes.",
  password_resets: "Links are signed by the installation.",
  pending_sign_ins: "They are completed within minutes.",
  rate_limit_windows: "They count the attempts of the last hour.",
  recovery_codes: "They belong to accounts, which aren't exported.",
  saved_file_chunks: "They are files of lists and prints that can be made again.",
  saved_files: "They are files of lists and prints that can be made again.",
  sessions: "They belong to accounts, which aren't exported.",
  staff_identities: "They belong to accounts, which aren't exported.",
  stats: "Cached counts are computed again.",
  system_reports: "They report the state of the installation.",
  waitlist_changes: "They are computed from the waitlist.",
  waitlist_checkpoints: "They are computed from the waitlist.",
};

type TableOptions = {
  table: PgTable;
  /** Columns that aren't exported, and why. Computed columns never are. */
  omitted?: Readonly<Record<string, string>>;
  /** A query for the rows `t` and what they are sorted by, if they aren't exported as the table has them. */
  source?: { rows: string; order: string };
  /** A condition on the rows `t`. Without it, all rows of the project are exported. */
  filter?: (projectId: number) => string;
  /** The SQL of fields that aren't exported as they are stored. */
  select?: Readonly<Record<string, string>>;
  /** The values of columns in imported rows that the export doesn't contain. */
  inserted?: Readonly<Record<string, string>>;
};

const accountColumn = "Accounts aren't exported. Only the names of people in the activity log are.";
const signInColumn = "It is a setting of the team's accounts.";

/** Events about accounts, keys and exports stay with the installation, like accounts and keys. */
export const isExportedKind = (kind: string): boolean =>
  !/^(key|staff)\./.test(kind) && !["project.set_up", "project.exported", "project.imported"].includes(kind);

const isExportedEvent = () =>
  `t.kind in (${eventKinds
    .filter(isExportedKind)
    .map((kind) => `'${kind}'`)
    .join(", ")})`;

/** In the order of their IDs, as an index has it. */
const events = {
  rows: buildStatement(readStoredEvents(sql`select * from events`, sql`e.id as stored_id, part.is_lead,`)).sql,
  order: "t.stored_id, t.is_lead desc",
};

const tableOptions: readonly TableOptions[] = [
  {
    table: schema.projects,
    omitted: {
      id: "A file contains one project.",
      smtpEncrypted: "It contains a password, encrypted with the installation's own secret.",
      smtpSetByRole: "It is about the mail server, which isn't exported.",
      clientSalt: "It is a secret.",
      codesExpiredUntil: "It is the time of the import.",
      requireSecondFactor: signInColumn,
      disabledProviders: signInColumn,
      trustedProviders: signInColumn,
    },
    // An import pauses emails, so that two installations don't send the same ones.
    select: { paused: "array_remove(t.paused, 'email')" },
  },
  {
    table: schema.staff,
    omitted: Object.fromEntries(
      Object.keys(getTableColumns(schema.staff))
        .filter((column) => !["id", "name", "projectId"].includes(column))
        .map((column) => [column, accountColumn]),
    ),
    filter: isExportedActor,
    inserted: { email: "''", role: "'viewer'", removed_at: "now()" },
  },
  { table: schema.consents },
  { table: schema.leads },
  {
    table: schema.batches,
    omitted: { createdInTransaction: "Transactions are numbered by the database." },
  },
  { table: schema.codes, omitted: { holds: "They end after a few minutes." } },
  { table: schema.claims },
  { table: schema.failedClaims },
  { table: schema.waves, omitted: { jobId: "Jobs belong to the installation that runs them." } },
  { table: schema.leadInvitations },
  { table: schema.inviteCodes },
  { table: schema.sends, omitted: { isFinished: "It follows from the emails." } },
  { table: schema.deliveries },
  { table: schema.emailTemplates },
  { table: schema.emailTemplateVersions },
  { table: schema.suppressions },
  { table: schema.blockListEntries },
  { table: schema.emailReports },
  { table: schema.imports, omitted: { jobId: "Jobs belong to the installation that runs them." } },
  { table: schema.importRows },
  { table: schema.savedViews },
  { table: schema.events, source: events, filter: isExportedEvent },
];

/** Whether someone of the staff did something that is exported. */
function isExportedActor(projectId: number): string {
  const actors = tableOptions.flatMap(({ table, source, filter }) =>
    "actorId" in getTableColumns(table)
      ? [
          `select t.actor_id from ${source ? `(${source.rows})` : getTableName(table)} t where t.project_id = ${projectId} and t.actor_kind = 'staff'${filter ? ` and ${filter(projectId)}` : ""}`,
        ]
      : [],
  );
  return `t.id::text in (${actors.join(" union ")})`;
}

export type ExportedField = {
  /** The name in the file: that of the column in `db/schema`. */
  name: string;
  /** The name in the database. */
  column: string;
  /** The SQL type of the value in the file. */
  type: string;
  definition: Column;
};

export type ExportedTable = {
  /** The name of the table, and of its folder in the file. */
  name: string;
  table: PgTable;
  fields: readonly ExportedField[];
  /** The fields that identify a row. */
  key: readonly string[];
  omitted: Readonly<Record<string, string>>;
  /** The values of columns that the export doesn't contain, by column. */
  inserted: Readonly<Record<string, string>>;
  /** A query for the rows as JSON objects in the order of their keys. `where` is a further condition on the table `t`. */
  select(projectId: number, where?: string): string;
  /** A query for the number of rows. */
  count(projectId: number): string;
};

/** Texts are compared by their bytes, so that all databases sort them alike. */
const sortExpression = (column: Column): string =>
  `t.${quoteIdentifier(column.name)}${column.getSQLType() === "text" ? ' collate "C"' : ""}`;

/** Decimals are exported as text: most JSON parsers would round them. */
const selectExpression = (column: Column): string => `t.${quoteIdentifier(column.name)}${is(column, PgNumeric) ? "::text" : ""}`;

function toExportedTable({ table, omitted = {}, source, filter, select = {}, inserted = {} }: TableOptions): ExportedTable {
  const name = getTableName(table);
  const isProject = table === schema.projects;
  const columns = Object.entries(getTableColumns(table));
  const fields = columns
    .filter(([field, { generated, name }]) => !(field in omitted) && generated === undefined && (isProject || name !== "project_id"))
    .map(([field, column]) => ({
      name: field,
      column: column.name,
      type: is(column, PgArray) ? "text[]" : column.getSQLType(),
      definition: column,
    }));
  const keyNames = (getTableConfig(table).primaryKeys[0]?.columns ?? []).map((column) => column.name);
  const key = keyNames.flatMap((keyName) => fields.filter((field) => field.column === keyName));
  const from = (projectId: number, where?: string) =>
    [`${source ? `(${source.rows})` : name} t where t.${isProject ? "id" : "project_id"} = ${projectId}`, filter?.(projectId), where]
      .filter(Boolean)
      .join(" and ");
  const values = fields
    .map((field) => `${select[field.name] ?? selectExpression(field.definition)} as ${quoteIdentifier(field.name)}`)
    .join(", ");
  const order = isProject ? "" : ` order by ${source?.order ?? key.map(({ definition }) => sortExpression(definition)).join(", ")}`;
  return {
    name,
    table,
    fields,
    key: key.map((field) => field.name),
    omitted,
    inserted,
    select: (projectId, where) => `select row_to_json(r) from (select ${values} from ${from(projectId, where)}${order}) r`,
    count: (projectId) => `select count(*)::int from ${from(projectId)}`,
  };
}

/** The tables of an export in the order of the file. */
export const exportedTables: readonly ExportedTable[] = tableOptions.map(toExportedTable);
