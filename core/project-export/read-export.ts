import * as z from "zod";
import { BackupError, exportKind, readArchive } from "@/db/backup/archive";
import { type Actors, rowSchema } from "./field-schemas";
import { type ExportedField, type ExportedTable, exportedTables } from "./tables";

/** The format of files that this version writes and reads. Increase it when an older version would misread a file. */
export const formatVersion = 1;

/** The first member of a file. */
export const manifestName = "manifest.json";

const Manifest = z.strictObject({
  product: z.literal("gatehouse"),
  content: z.literal("project"),
  format: z.literal(formatVersion),
  /** The tables in the order of the file, with the number of their rows and the fields of each row. */
  tables: z.array(z.strictObject({ name: z.string(), rows: z.int().min(0), fields: z.array(z.string()).min(1) })),
});
export type Manifest = z.output<typeof Manifest>;

/** Only the part that every format has. */
const ManifestFormat = z.object({ product: z.literal("gatehouse"), content: z.literal("project"), format: z.int() });

/** The name of a member with rows of a table. Parts are counted from 1. */
export const partName = (table: string, part: number): string => `${table}/${String(part).padStart(6, "0")}.ndjson`;

/** Some rows of a table: their lines as they are in the file. */
export type ExportPart = { table: ExportedTable; fields: readonly ExportedField[]; member: string; lines: string[] };

const refuse = (problem: string): BackupError => new BackupError(`${problem} Nothing was imported.`);

/** Returns the error for a line of a member, counted from 1. */
export const lineError = (member: string, line: number, problem: string): BackupError =>
  refuse(`The export has an invalid row in ${member}, line ${line}: ${problem}.`);

type ReadOptions = { signal?: AbortSignal | undefined; taken?: ReadonlySet<string> };

/**
 * Reads an export and checks its rows. `taken` are the IDs of people and keys of the installation. Throws `BackupError` if the file isn't an export that this version can import, if a row is invalid,
 * and at the latest after the last part, if the file is incomplete or was changed.
 */
export async function* readExport(file: string, { signal, taken = new Set() }: ReadOptions = {}): AsyncGenerator<ExportPart> {
  const actors: Actors = { staff: new Set(), taken };
  let manifest: CheckedManifest | undefined;
  let current = { index: -1, part: 0 };
  const rowCounts: number[] = [];
  for await (const { name, content } of readArchive(file, { kind: exportKind })) {
    if (signal?.aborted) throw refuse("The import was canceled.");
    if (!manifest) {
      manifest = parseManifest({ file, name, content }, actors);
      continue;
    }
    current = nextPart(manifest, current, name);
    const { table, fields, schema } = manifest[current.index] as CheckedManifest[number];
    const lines = readLines(name, content);
    for (const [index, line] of lines.entries()) {
      const row = checkLine(schema, line, (problem) => lineError(name, index + 1, problem));
      if (table.name === "staff") actors.staff.add(String(row.id));
    }
    rowCounts[current.index] = (rowCounts[current.index] ?? 0) + lines.length;
    yield { table, fields, member: name, lines };
  }
  for (const [index, { table, rows }] of (manifest ?? []).entries())
    if ((rowCounts[index] ?? 0) !== rows)
      throw refuse(`The export has ${rowCounts[index] ?? 0} rows of ${table.name}, but its manifest says ${rows}.`);
}

type CheckedManifest = { table: ExportedTable; fields: readonly ExportedField[]; rows: number; schema: z.ZodType }[];

function parseManifest({ file, name, content }: { file: string; name: string; content: Buffer }, actors: Actors): CheckedManifest {
  const value: unknown = name === manifestName ? parseJson(content.toString()) : null;
  const format = ManifestFormat.safeParse(value);
  if (!format.success) throw refuse(`The file ${file} is not the export of a project.`);
  if (format.data.format !== formatVersion)
    throw refuse(
      `The file has format ${format.data.format}, but this version of Gatehouse reads format ${formatVersion}. Import it with the version that made it or a later one.`,
    );
  const manifest = Manifest.safeParse(value);
  if (!manifest.success) throw refuse(`The file's ${manifestName} is invalid: ${describeIssue(manifest.error)}.`);
  const { tables } = manifest.data;
  if (new Set(tables.map((table) => table.name)).size < tables.length) throw refuse(`The file's ${manifestName} names a table twice.`);
  if (tables.find(({ name }) => name === "projects")?.rows !== 1) throw refuse("The file must contain exactly one project.");
  return tables.map(({ name, rows, fields: names }) => {
    const table = exportedTables.find((each) => each.name === name);
    if (!table) throw unknownPart(`table: ${JSON.stringify(name)}`);
    const unknown = names.find((field) => !table.fields.some((each) => each.name === field));
    if (unknown !== undefined) throw unknownPart(`field in ${name}: ${JSON.stringify(unknown)}`);
    if (new Set(names).size < names.length) throw refuse(`The file's ${manifestName} names a field of ${name} twice.`);
    const fields = table.fields.filter((field) => names.includes(field.name));
    return { table, fields, rows, schema: rowSchema(table, fields, actors) };
  });
}

const unknownPart = (part: string) =>
  refuse(`This version of Gatehouse doesn't know a ${part}. Import the file with the version that made it or a later one.`);

/** Returns the position of a member. They are in the order of the manifest, and all parts of a table are there. */
function nextPart(manifest: CheckedManifest, current: { index: number; part: number }, name: string): { index: number; part: number } {
  const index = manifest.findIndex(({ table }) => name.startsWith(`${table.name}/`));
  const part = index === current.index ? current.part + 1 : 1;
  if (index < current.index || index < 0 || name !== partName(manifest[index]?.table.name ?? "", part))
    throw refuse(`The export has an unexpected member: ${JSON.stringify(name)}.`);
  return { index, part };
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function readLines(name: string, content: Buffer): string[] {
  const lines = decodeText(name, content).split("\n");
  if (lines.pop() !== "") throw lineError(name, lines.length + 1, "the line isn't complete");
  return lines;
}

function decodeText(name: string, content: Buffer): string {
  try {
    return utf8.decode(content);
  } catch {
    throw refuse(`The export has a member that isn't UTF-8: ${name}.`);
  }
}

/** Returns the row in a line. Throws `toError` of its first problem. */
function checkLine(schema: z.ZodType, line: string, toError: (problem: string) => BackupError): Record<string, unknown> {
  const value = parseJson(line);
  if (value === undefined) throw toError("it isn't JSON");
  const row = schema.safeParse(value);
  if (!row.success) throw toError(describeIssue(row.error));
  return row.data as Record<string, unknown>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

// Without the value, which may be personal.
function describeIssue({ issues }: z.ZodError): string {
  const [issue] = issues;
  const path = issue?.path.join(".") ?? "";
  return path === "" ? (issue?.message ?? "it is invalid") : `${path}: ${issue?.message}`;
}
