/** How a language writes values of JSON. */
export type Syntax = {
  indent: string;
  string(text: string): string;
  key(name: string): string;
  null: string;
  true: string;
  false: string;
  /** The brackets of an object with these keys. Blanks inside are only written on one line. */
  brackets(names: readonly string[]): readonly [string, string];
  /** Between a key and its value. */
  separator: string;
  emptyObject: string;
};

/** Shorter lists and objects are on one line. */
const maxLineLength = 40;

/** Writes a value of JSON as a literal of a language. `depth` is how often its line is indented. */
export function literal(value: unknown, syntax: Syntax, depth = 0): string {
  if (value === null || value === undefined) return syntax.null;
  if (typeof value === "boolean") return value ? syntax.true : syntax.false;
  if (typeof value === "string") return syntax.string(value);
  if (typeof value !== "object") return String(value);
  const isList = Array.isArray(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  if (entries.length === 0) return isList ? "[]" : syntax.emptyObject;
  const items = (inner: number) =>
    entries.map(([name, item]) => `${isList ? "" : syntax.key(name) + syntax.separator}${literal(item, syntax, inner)}`);
  const [open, close] = isList ? ["[", "]"] : syntax.brackets(entries.map(([name]) => name));
  const line = `${open}${items(depth).join(", ")}${close}`;
  if (line.length <= maxLineLength && !line.includes("\n")) return line;
  const indent = syntax.indent.repeat(depth);
  const lines = items(depth + 1).map((item) => `${indent}${syntax.indent}${item},\n`);
  return `${open.trimEnd()}\n${lines.join("")}${indent}${close.trimStart()}`;
}
