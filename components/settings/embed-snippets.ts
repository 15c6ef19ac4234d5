import { claimMessages, joinMessages } from "@/components/public";
import { parseLinkedText } from "@/contract/linked-text";
import type { ProjectRecord } from "@/contract/project";
import type { Question } from "@/contract/questions";
import { routes } from "@/lib/routes";

/** The options of an embedded form. */
export type EmbedOptions = {
  form: "join" | "claim";
  method: "script" | "frame";
  names: boolean;
  /** Applies to frames only: the script's form follows the page. */
  theme: "system" | "light" | "dark";
};

/** What the project adds to the join form. */
export type JoinFormContent = Pick<ProjectRecord, "consentText" | "joinHeadline" | "joinText" | "questions">;

/** The URL of this installation, the public key that the script uses, and what the project adds to the form. */
type SnippetContext = { baseUrl: string; key: string; content: JoinFormContent };

const includesNames = ({ form, names }: EmbedOptions): boolean => form === "join" && names;

/** The path and query of a form in a frame. */
export function frameUrl(options: EmbedOptions): string {
  const query = new URLSearchParams({
    ...(includesNames(options) && { names: "true" }),
    ...(options.theme !== "system" && { theme: options.theme }),
  }).toString();
  return routes.embed[options.form] + (query && `?${query}`);
}

/** The path and query of the page that previews the script's form. */
export function previewUrl(options: EmbedOptions, { key, theme }: { key: string; theme: string }): string {
  const query = { form: options.form, key, theme, ...(includesNames(options) && { names: "true" }) };
  return `${routes.embed.preview}?${new URLSearchParams(query)}`;
}

// Heights in pixels.
const heights = { join: 300, claim: 420, names: 160 };
/** Only frames have a heading. */
const headingHeight = 110;
const errorHeight = 80;

const lineHeight = 24;
/** An input with the space around it. */
const inputHeight = 56;

/** About how many characters fit into a line on a phone. */
const lineLength = 36;

/** The height of a text, without the URLs of its links. */
function textHeight(text: string | null): number {
  const visible = parseLinkedText(text ?? "").map((part) => (typeof part === "string" ? part : part.text));
  const lines = visible.join("").split("\n");
  return lines.reduce((count, line) => count + Math.ceil(line.length / lineLength), 0) * lineHeight;
}

/** A checkbox is next to its label, all other inputs are below it. */
const questionHeight = ({ label, type, required }: Question): number =>
  textHeight(required ? label : `${label} (optional)`) + (type === "checkbox" ? lineHeight : inputHeight);

/** The height that a project's own texts and questions add to the join form. The default headline and text have one and two lines. */
function contentHeight({ form, method }: EmbedOptions, { consentText, joinHeadline, joinText, questions }: JoinFormContent): number {
  if (form === "claim") return 0;
  const shownQuestions = questions.filter(({ onJoinForms }) => onJoinForms);
  const fieldsHeight =
    shownQuestions.reduce((sum, question) => sum + questionHeight(question), 0) +
    (consentText === null ? 0 : textHeight(consentText) + lineHeight);
  if (method === "script") return fieldsHeight;
  return fieldsHeight + Math.max(0, textHeight(joinHeadline) - lineHeight) + Math.max(0, textHeight(joinText) - 2 * lineHeight);
}

/** The height of the form with an error, in pixels, for pages without the script that fits the frame. */
export const frameHeight = (options: EmbedOptions, content: JoinFormContent): number =>
  heights[options.form] +
  (includesNames(options) ? heights.names : 0) +
  errorHeight -
  (options.method === "script" ? headingHeight : 0) +
  contentHeight(options, content);

const escapeAttribute = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** The HTML to copy into a page. */
export function embedSnippet(options: EmbedOptions, { baseUrl, key, content }: SnippetContext): string {
  if (options.method === "script")
    return [
      `<script async src="${baseUrl}${routes.embed.script}"`,
      `  data-key="${key}"`,
      `  data-form="${options.form}"${includesNames(options) ? " data-names" : ""}></script>`,
    ].join("\n");
  const title = options.form === "join" ? (content.joinHeadline ?? joinMessages.title) : claimMessages.title;
  return [
    `<iframe src="${baseUrl}${frameUrl(options).replaceAll("&", "&amp;")}"`,
    `  title="${escapeAttribute(title)}" width="100%" height="${frameHeight(options, content)}" frameborder="0"></iframe>`,
  ].join("\n");
}

/** A script for the page around a frame: it sets the height that the form reports, and answers with the page's color scheme. */
export const fitSnippet = (baseUrl: string): string =>
  `<script>
  addEventListener("message", ({ origin, source, data }) => {
    if (origin !== "${new URL(baseUrl).origin}" || !data?.gatehouse) return;
    for (const frame of document.querySelectorAll("iframe")) {
      if (frame.contentWindow !== source) continue;
      frame.height = data.gatehouse.height;
      const { colorScheme } = getComputedStyle(frame);
      source.postMessage({ gatehouse: { colorScheme } }, origin);
    }
  });
</script>`;

/** The directives that a site's Content-Security-Policy needs. */
export const contentSecurityPolicy = ({ method }: EmbedOptions, baseUrl: string): string => {
  const { origin } = new URL(baseUrl);
  return method === "script" ? `script-src ${origin};\nconnect-src ${origin};` : `frame-src ${origin};`;
};

/** Example styles for the script's form. */
export const cssSnippet = (accent: string): string => `gatehouse-form {\n  --gatehouse-accent: ${accent};\n}`;

/** An example listener for the events of the script's form. */
export const eventSnippet = ({ form }: EmbedOptions): string =>
  form === "join"
    ? 'document.addEventListener("gatehouse:joined", ({ detail }) => {\n  console.log(detail.email);\n});'
    : 'document.addEventListener("gatehouse:claimed", ({ detail }) => {\n  location.href = "/welcome?claimToken=" + detail.claimToken;\n});';

/** The CSS variables of the script's form. */
export const cssVariables = [
  { name: "--gatehouse-accent", description: "Button color", defaultValue: "Your project's accent color" },
  { name: "--gatehouse-accent-text", description: "Button text color", defaultValue: "Black or white, by contrast" },
  { name: "--gatehouse-text", description: "Text color", defaultValue: "Inherited" },
  { name: "--gatehouse-background", description: "Field background", defaultValue: "White, or near-black in dark mode" },
  { name: "--gatehouse-border", description: "Field border color", defaultValue: "Gray" },
  { name: "--gatehouse-error", description: "Error color", defaultValue: "Red" },
  { name: "--gatehouse-radius", description: "Corner radius", defaultValue: "8px" },
  { name: "--gatehouse-font", description: "Font", defaultValue: "Inherited" },
] as const;
