import { readFile } from "node:fs/promises";
import path from "node:path";
import { Marked, type Tokens } from "marked";
import { guides } from "@/contract/guide";
import { routes } from "@/lib/routes";

/** A guide as HTML, with its sections for a table of contents. */
export type GuidePage = { html: string; sections: readonly { id: string; title: string }[] };

export const isGuide = (name: string): name is keyof typeof guides => Object.hasOwn(guides, name);

/** Where the examples of the guides say that Gatehouse is. */
const exampleOrigin = "http://localhost:3000/";

/** Renders a guide of `docs/guide` with the address of this server in its examples. */
export async function renderGuide(name: keyof typeof guides, origin: string): Promise<GuidePage> {
  const text = await readFile(path.join("docs", "guide", `${name}.md`), "utf8");
  const sections: { id: string; title: string }[] = [];
  const markdown = new Marked({ gfm: true });
  markdown.use({
    renderer: {
      heading({ depth, tokens }: Tokens.Heading) {
        const title = plainText(tokens);
        const id = headingId(title);
        if (depth === 2) sections.push({ id, title });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const content = this.parser.parseInline(tokens);
        const address = guideAddress(href);
        return address === null ? content : `<a href="${address}">${content}</a>`;
      },
    },
    hooks: {
      // Wide tables and code scroll on narrow screens, also with the keyboard.
      postprocess: (html) =>
        html
          .replaceAll("<table>", '<div tabindex="0"><table>')
          .replaceAll("</table>", "</table></div>")
          .replaceAll("<pre>", '<pre tabindex="0">'),
    },
  });
  const html = await markdown.parse(text.replaceAll(exampleOrigin, `${origin}/`));
  return { html, sections };
}

const plainText = (tokens: Tokens.Heading["tokens"]): string =>
  tokens.map((token) => ("tokens" in token && token.tokens ? plainText(token.tokens) : "text" in token ? token.text : token.raw)).join("");

/** The ID that links of the guides use, as GitHub makes it. */
const headingId = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");

/** Returns the address of what a guide links to, or null for other files of the repository, which no page shows. */
function guideAddress(href: string): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  const [, name = "", anchor = ""] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return isGuide(name) ? `${routes.guide(name)}${anchor}` : null;
}
