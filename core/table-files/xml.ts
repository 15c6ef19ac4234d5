import { Parser } from "htmlparser2";
import { damaged } from "./archive";

/** A tag as it opens. Names are without a namespace, which differs between producers. */
export type XmlTag = { name: string; attributes: Readonly<Record<string, string>> };

type XmlHandlers = { open(tag: XmlTag): void; close(name: string): void; text(text: string): void };

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** How deep elements can be. Those of workbooks are up to ten deep, and the parser takes longer with each. */
const maxDepth = 100;

/** Reads XML piece by piece. Throws `import_not_readable` if its elements are too deep, or aren't closed. */
export function xmlReader({ open, close, text }: XmlHandlers): { write(text: string): void; end(): void } {
  let depth = 0;
  let isEmpty = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > maxDepth) throw damaged();
        isEmpty = true;
        open({ name: localName(name), attributes });
      },
      // The parser closes what isn't closed itself. Tags such as <v/> count as that, too.
      onclosetag(name, isImplied) {
        if (isImplied && !isEmpty) throw damaged();
        depth--;
        isEmpty = false;
        close(localName(name));
      },
      ontext(part) {
        isEmpty = false;
        text(part);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  return {
    write: (part) => parser.write(part),
    end() {
      if (depth > 0) throw damaged();
      parser.end();
    },
  };
}

/** Lists the tags of a small document in their order. */
export function listTags(xml: string): XmlTag[] {
  const tags: XmlTag[] = [];
  const reader = xmlReader({ open: (tag) => tags.push(tag), close: () => {}, text: () => {} });
  reader.write(xml);
  reader.end();
  return tags;
}

/** Decodes characters that XML can't have, such as `_x000D_`, and `_x005F_`, which writes an underscore before what looks like one (ECMA-376, 22.4.2.4). */
export const decodeEscapes = (text: string): string =>
  text.includes("_x") ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text;
