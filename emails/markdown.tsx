import { Marked, type Token, type Tokens } from "marked";
import { Fragment, type ReactNode } from "react";
import { Link, Text } from "react-email";
import { isAnswerVariable, splitParagraphs } from "@/contract/default-email-templates";
import { hasTooMuchFormatting } from "@/contract/email-template-rules";
import { decodeParts, type EncodedText, onlyVariable } from "@/contract/fill-variables";
import { mutedStyle, textStyle } from "./layout";

// Templates have paragraphs, lists, bold and italic text, and links. Everything else is shown as it is typed.
const off = () => undefined;
const markdown = new Marked({ gfm: true, breaks: true });
markdown.use({
  tokenizer: {
    code: off,
    fences: off,
    heading: off,
    hr: off,
    blockquote: off,
    html: off,
    def: off,
    table: off,
    lheading: off,
    tag: off,
    reflink: off,
    codespan: off,
    del: off,
  },
});

type Look = "text" | "muted";
type Source = Pick<EncodedText, "variables"> & { look: Look };

const styles = { text: textStyle, muted: mutedStyle } as const;

type MarkdownProps = {
  source: EncodedText;
  look?: Look;
  /** Renders a paragraph that is only a variable. Returns undefined to render it like any other. */
  renderOnly?: (name: string, value: string) => ReactNode | undefined;
};

/** Parses a text into blocks. One with too much formatting, which only previews can have, is shown as it is typed. */
const parseBlocks = (text: string): Token[] =>
  hasTooMuchFormatting(text) ? splitParagraphs(text).map((raw) => ({ type: "paragraph", raw })) : markdown.lexer(text);

/** Renders a text with Markdown. The values of variables are shown as they are. */
export function Markdown({ source, look = "text", renderOnly = () => undefined }: MarkdownProps) {
  const context = { variables: source.variables, look };
  return withKeys(
    parseBlocks(source.text).map((token) => {
      const variable = token.type === "paragraph" ? onlyVariable({ ...source, text: token.raw }) : null;
      const special = variable?.name ? renderOnly(variable.name, variable.text) : undefined;
      return special === undefined ? renderBlock(token, context) : special;
    }),
  );
}

const withKeys = (nodes: readonly ReactNode[]): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the nodes have no ids and are rendered once.
  nodes.map((node, index) => <Fragment key={index}>{node}</Fragment>);

function renderBlock(token: Token, source: Source): ReactNode {
  if (token.type === "space") return null;
  if (token.type === "list") return renderList(token as Tokens.List, source);
  return (
    <Text className={source.look} style={styles[source.look]}>
      {renderInline(inlineTokens(token), source)}
    </Text>
  );
}

const inlineTokens = (token: Token): Token[] =>
  "tokens" in token && token.tokens ? token.tokens : [{ type: "raw", raw: token.raw.trim() }];

function renderList({ ordered, start, items }: Tokens.List, source: Source): ReactNode {
  const List = ordered ? "ol" : "ul";
  return (
    <List
      className={source.look}
      style={{ ...styles[source.look], paddingLeft: "24px" }}
      {...(ordered && start !== 1 && { start: Number(start) })}
    >
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items have no ids and are rendered once.
        <li key={index}>
          {withKeys(
            item.tokens
              .filter(({ type }) => type !== "space")
              .map((token) =>
                token.type === "list" ? renderList(token as Tokens.List, source) : renderInline(inlineTokens(token), source),
              ),
          )}
        </li>
      ))}
    </List>
  );
}

const renderInline = (tokens: readonly Token[], source: Source): ReactNode => withKeys(tokens.map((token) => renderToken(token, source)));

function renderToken(token: Token, source: Source): ReactNode {
  const children = "tokens" in token && token.tokens ? token.tokens : [];
  if (token.type === "strong") return <strong>{renderInline(children, source)}</strong>;
  if (token.type === "em") return <em>{renderInline(children, source)}</em>;
  if (token.type === "br") return <br />;
  if (token.type === "link") {
    const href = linkTarget((token as Tokens.Link).href, source);
    if (href !== null)
      return (
        <EmailLink href={href} look={source.look}>
          {renderInline(children, source)}
        </EmailLink>
      );
  }
  if (token.type === "text" && children.length > 0) return renderInline(children, source);
  // `text` of an escape is without its backslash. Other tokens are shown as they are typed.
  const text = token.type === "text" || token.type === "escape" ? (token as Tokens.Text).text : token.raw;
  return withKeys(
    decodeParts({ text, variables: source.variables }).flatMap(({ name, text: part }) => renderPart(name, part, source.look)),
  );
}

/** Returns the URL of a link: a web or email address, or a variable with a link. Returns null for all others, such as `javascript:`. */
function linkTarget(href: string, { variables }: Source): string | null {
  const variable = onlyVariable({ text: href, variables });
  if (variable?.name) return isUrlVariable(variable.name) ? variable.text : null;
  const url = variable?.text ?? href;
  return /^(https?:\/\/|mailto:)[^\s\uE000-\uF8FF]+$/i.test(url) ? url : null;
}

/** Whether the values of a variable are links of this service or its project. */
const isUrlVariable = (name: string): boolean => name.endsWith("Url");

/** Renders plain text with its line breaks, or a value: names and answers are isolated from the text direction around them, and URLs become links. Codes, emails and URLs aren't translated. */
function renderPart(name: string | null, text: string, look: Look): ReactNode[] {
  if (name === null) return text.split(/(\n)/).map((line) => (line === "\n" ? <br key="br" /> : line));
  if (name === "firstname" || name === "lastname" || isAnswerVariable(name)) return [<bdi key={name}>{text}</bdi>];
  if (name === "code" || name === "email")
    return [
      <span key={name} translate="no">
        {text}
      </span>,
    ];
  if (!isUrlVariable(name)) return [text];
  return [
    <EmailLink key={name} href={text} look={look}>
      <span translate="no">{text}</span>
    </EmailLink>,
  ];
}

const EmailLink = ({ href, look, children }: { href: string; look: Look; children: ReactNode }) => (
  <Link href={href} className={look} style={{ color: styles[look].color, textDecoration: "underline" }}>
    {children}
  </Link>
);
