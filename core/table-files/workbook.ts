import { type Archive, damaged, notReadable, partName } from "./archive";
import { builtInFormat, type NumberFormat, parseFormat } from "./number-format";
import { decodeEscapes, listTags, xmlReader } from "./xml";

export type Sheet = { name: string; isHidden: boolean; path: string };

/** What the sheets of a workbook share. */
export type Workbook = { sheets: Sheet[]; is1904: boolean; formats: readonly NumberFormat[]; texts: readonly string[] };

/** How long the shared texts can be together, in characters. */
const maxTextLength = 100_000_000;

/** What a ZIP archive is that isn't a workbook. */
function assertWorkbook({ names }: Archive): void {
  const has = (pattern: RegExp) => [...names].some((name) => pattern.test(name));
  if (has(/^xl\/workbook\.xml$/i) || has(/(^|\/)workbook\.xml$/i)) return;
  if (has(/\.bin$/i) && has(/^xl\//i)) throw notReadable("This is a binary Excel file (.xlsb). Save it as .xlsx, or as CSV.");
  if (has(/\.iwa$|^Index\.zip$/i)) throw notReadable("This is a Numbers file. Export it as Excel or CSV.");
  if (has(/^content\.xml$/) && names.has("mimetype")) throw notReadable("This is an OpenDocument file. Save it as .xlsx, or as CSV.");
  if (has(/^word\//i)) throw notReadable("This is a Word file. Save its table as Excel or CSV.");
  throw notReadable("This is a ZIP file, but not of Excel. Unpack it, and upload the files in it.");
}

const attribute = (attributes: Readonly<Record<string, string>>, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1];

/** Resolves a path of a workbook against the folder of the file that has it. */
function resolvePath(folder: string, target: string): string {
  const name = partName(target);
  const parts = name.startsWith("/") ? [] : folder.split("/").filter(Boolean);
  for (const part of name.split("/").filter(Boolean)) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** Reads what the sheets of a workbook share. Throws `import_not_readable`. */
export async function openWorkbook(archive: Archive): Promise<Workbook> {
  assertWorkbook(archive);
  const rootRelations = listTags((await archive.read("_rels/.rels")) ?? "");
  const target = rootRelations.find(({ attributes }) => /\/officeDocument$/.test(attributes.Type ?? ""))?.attributes.Target;
  const path = target === undefined ? "xl/workbook.xml" : resolvePath("", target);
  const xml = await archive.read(path);
  if (xml === null) throw damaged();
  const folder = path.split("/").slice(0, -1).join("/");
  const relations = listTags((await archive.read(`${folder}/_rels/${path.slice(folder.length + 1)}.rels`)) ?? "").map(({ attributes }) => ({
    id: attributes.Id ?? "",
    type: (attributes.Type ?? "").split("/").at(-1) ?? "",
    path: resolvePath(folder, attributes.Target ?? ""),
  }));
  const tags = listTags(xml);
  const sheets = tags
    .filter(({ name }) => name === "sheet")
    .flatMap(({ attributes }) => {
      const relation = relations.find(({ id, type }) => type === "worksheet" && id === attribute(attributes, "id"));
      if (!relation || !archive.names.has(relation.path)) return [];
      return [{ name: decodeEscapes(attributes.name ?? ""), isHidden: /hidden/i.test(attributes.state ?? ""), path: relation.path }];
    });
  if (sheets.length === 0) throw damaged();
  const pathOf = (type: string) => relations.find((relation) => relation.type === type)?.path;
  const styles = pathOf("styles");
  const texts = pathOf("sharedStrings");
  return {
    sheets,
    is1904: tags.some(({ name, attributes }) => name === "workbookPr" && /^(?:1|true)$/i.test(attributes.date1904 ?? "")),
    formats: styles === undefined ? [] : readFormats((await archive.read(styles)) ?? ""),
    texts: texts !== undefined && archive.names.has(texts) ? await readTexts(archive, texts) : [],
  };
}

/** Reads the number formats of the cell styles. */
function readFormats(xml: string): NumberFormat[] {
  const custom = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isCellStyle = false;
  const reader = xmlReader({
    open({ name, attributes }) {
      if (name === "numFmt") custom.set(Number(attributes.numFmtId), parseFormat(attributes.formatCode ?? ""));
      else if (name === "cellXfs") isCellStyle = true;
      else if (name === "xf" && isCellStyle) {
        const id = Number(attributes.numFmtId ?? 0);
        formats.push(custom.get(id) ?? builtInFormat(id));
      }
    },
    close(name) {
      if (name === "cellXfs") isCellStyle = false;
    },
    text() {},
  });
  reader.write(xml);
  reader.end();
  return formats;
}

/** Reads the texts that cells refer to. Readings of Asian characters aren't part of a text. */
async function readTexts(archive: Archive, path: string): Promise<string[]> {
  const texts: string[] = [];
  let [current, total, isText, isReading] = ["", 0, false, false];
  const reader = xmlReader({
    open({ name }) {
      if (name === "si") current = "";
      else if (name === "rPh") isReading = true;
      else if (name === "t") isText = !isReading;
    },
    close(name) {
      if (name === "t") isText = false;
      else if (name === "rPh") isReading = false;
      else if (name === "si") texts.push(decodeEscapes(current));
    },
    text(text) {
      if (!isText) return;
      current += text;
      total += text.length;
      if (total > maxTextLength) throw notReadable("This Excel file is too large when unpacked. Save it as CSV, or split it.");
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of await archive.open(path)) reader.write(decoder.decode(chunk, { stream: true }));
  reader.end();
  return texts;
}
