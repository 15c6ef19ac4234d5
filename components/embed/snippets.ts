import { routes } from "@/lib/routes";

/** What somebody chose of the form for their site. */
export type EmbedOptions = {
  form: "join" | "claim";
  method: "script" | "frame";
  names: boolean;
  /** Of a frame alone: the script's form takes the page's. */
  theme: "system" | "light" | "dark";
};

/** Where Gatehouse is, and the public key that the script speaks with. */
type SnippetContext = { base: string; key: string };

const includesNames = ({ form, names }: EmbedOptions): boolean => form === "join" && names;

/** The address of a form in a frame, without its origin. */
export function frameUrl(chosen: EmbedOptions): string {
  const query = new URLSearchParams({
    ...(includesNames(chosen) && { names: "true" }),
    ...(chosen.theme !== "system" && { theme: chosen.theme }),
  }).toString();
  return routes.embed[chosen.form] + (query && `?${query}`);
}

/** The address of the page that shows the script's form. */
export function previewUrl(chosen: EmbedOptions, { key, theme }: { key: string; theme: string }): string {
  const query = { form: chosen.form, key, theme, ...(includesNames(chosen) && { names: "true" }) };
  return `${routes.embed.preview}?${new URLSearchParams(query)}`;
}

const heights = { join: 300, claim: 420, names: 160 };
/** A frame has a heading of its own. */
const headingHeight = 110;
/** How much is kept for a sentence that says why not, in pixels. */
const errorHeight = 80;

/** As high as the form is with a sentence above it, in pixels: what is in a frame cannot make it grow. */
export const frameHeight = (chosen: EmbedOptions): number =>
  heights[chosen.form] + (includesNames(chosen) ? heights.names : 0) + errorHeight - (chosen.method === "script" ? headingHeight : 0);

/** The lines that a site puts into its page. */
export function embedSnippet(chosen: EmbedOptions, { base, key }: SnippetContext): string {
  if (chosen.method === "script")
    return [
      `<script async src="${base}${routes.embed.script}"`,
      `  data-key="${key}"`,
      `  data-form="${chosen.form}"${includesNames(chosen) ? " data-names" : ""}></script>`,
    ].join("\n");
  const title = chosen.form === "join" ? "Join the waitlist" : "Claim your code";
  return [
    `<iframe src="${base}${frameUrl(chosen).replaceAll("&", "&amp;")}"`,
    `  title="${title}" width="100%" height="${frameHeight(chosen)}" frameborder="0"></iframe>`,
  ].join("\n");
}

/** What a site's own content policy must let in. */
export const contentSecurityPolicy = ({ method: by }: EmbedOptions, base: string): string => {
  const { origin } = new URL(base);
  return by === "script" ? `script-src ${origin};\nconnect-src ${origin};` : `frame-src ${origin};`;
};

/** Styles of a site for the script's form. */
export const cssSnippet = (accent: string): string => `gatehouse-form {\n  --gatehouse-accent: ${accent};\n}`;

/** How a site's own script learns what came of the form. */
export const eventSnippet = ({ form }: EmbedOptions): string =>
  form === "join"
    ? 'document.addEventListener("gatehouse:joined", ({ detail }) => {\n  console.log(detail.email);\n});'
    : 'document.addEventListener("gatehouse:claimed", ({ detail }) => {\n  location.href = "/welcome?token=" + detail.token;\n});';

/** The variables that the script's form reads, and what each is where a site does not say. */
export const cssVariables = [
  { name: "--gatehouse-accent", description: "The button", defaultValue: "black, white in the dark" },
  { name: "--gatehouse-accent-text", description: "Text on the button", defaultValue: "black or white, which reads better" },
  { name: "--gatehouse-text", description: "Text", defaultValue: "that of the page" },
  { name: "--gatehouse-background", description: "Fields", defaultValue: "white, nearly black in the dark" },
  { name: "--gatehouse-border", description: "Edges of fields", defaultValue: "grey" },
  { name: "--gatehouse-error", description: "What is wrong", defaultValue: "red" },
  { name: "--gatehouse-radius", description: "Corners", defaultValue: "8px" },
  { name: "--gatehouse-font", description: "Typeface", defaultValue: "that of the page" },
] as const;
