import { readFile } from "node:fs/promises";
import path from "node:path";
import { Marked, type Tokens } from "marked";
import { guides, resources } from "@/contract/guide";
import { postmanCollection } from "@/contract/postman";
import { env } from "@/lib/env";
import { requestOrigin } from "@/lib/request-origin";
import { routes } from "@/lib/routes";
import { type RouteHandlers, withAllMethods } from "./route-handlers";

/** A guide as HTML, with its sections for a table of contents. */
export type GuidePage = { html: string; sections: readonly { id: string; title: string }[] };

export const isGuide = (name: string): name is keyof typeof guides => Object.hasOwn(guides, name);

/** Where the examples of the guides say that Gatehouse is. */
const exampleOrigin = "http://localhost:3000/";

/** Reads a guide of `docs/guide`, in Markdown, with the address of this server in its examples. */
async function readGuide(name: keyof typeof guides, origin: string): Promise<string> {
  const text = await readFile(path.join("docs", "guide", `${name}.md`), "utf8");
  return text.replaceAll(exampleOrigin, `${origin}/`);
}

/** Renders a guide of `docs/guide` with the address of this server in its examples. */
export async function renderGuide(name: keyof typeof guides, origin: string): Promise<GuidePage> {
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
  const html = await markdown.parse(await readGuide(name, origin));
  return { html, sections };
}

/** The list of the guides and the reference for language models, as https://llmstxt.org describes it. */
const listGuides = (origin: string): string => `# Gatehouse

> A self-hosted service for access codes and leads: staff generate and email codes, customers join a waitlist and claim codes, and other systems use a REST API with a public and a secret key.

## Guides

${Object.entries(guides)
  .map(([name, title]) => `- [${title}](${origin}${routes.guideFile(name)})`)
  .join("\n")}

## Reference

- [What API keys can do](${origin}/api/openapi-keys.json): OpenAPI 3.1
- [All endpoints](${origin}/api/openapi.json): OpenAPI 3.1
${resources.map(({ id, title, description }) => `- [${title}](${origin}${routes.docsResource(id)}): ${description}`).join("\n")}
`;

/** Creates the handler of a text that contains the address of this server. */
const textHandler =
  (type: string, write: (origin: string) => string | Promise<string>) =>
  async (request: Request): Promise<Response> =>
    new Response(await write(requestOrigin(request.headers, env().APP_URL)), {
      headers: { "Content-Type": type, "Cache-Control": "no-cache" },
    });

const guideHandlers = Object.keys(guides)
  .filter(isGuide)
  .map((name) => [routes.guideFile(name), textHandler("text/markdown; charset=utf-8", (origin) => readGuide(name, origin))] as const);

/** What serves the files of the docs, by path: `/llms.txt`, the collection for Postman, and each guide in Markdown, with links to the others. */
export const docsFiles: Readonly<Record<string, RouteHandlers>> = Object.fromEntries(
  [
    [routes.guideList, textHandler("text/plain; charset=utf-8", listGuides)] as const,
    [routes.postmanCollection, textHandler("application/json", (origin) => JSON.stringify(postmanCollection(origin), null, 2))] as const,
    ...guideHandlers,
  ].map(([path, get]) => [path, withAllMethods({ GET: get })]),
);

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
