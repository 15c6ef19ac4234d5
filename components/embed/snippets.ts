import { routes } from "@/lib/routes";

/** What somebody chose of the form for their site. */
export type Chosen = {
  form: "join" | "claim";
  by: "script" | "frame";
  names: boolean;
  /** Of a frame alone: the script's form takes the page's. */
  theme: "system" | "light" | "dark";
};

/** Where Gatehouse is, and the public key that the script speaks with. */
type From = { base: string; key: string };

const asksNames = ({ form, names }: Chosen): boolean => form === "join" && names;

/** The address of a form in a frame, without its origin. */
export function frameAddress(chosen: Chosen): string {
  const query = new URLSearchParams({
    ...(asksNames(chosen) && { names: "true" }),
    ...(chosen.theme !== "system" && { theme: chosen.theme }),
  }).toString();
  return routes.embed[chosen.form] + (query && `?${query}`);
}

/** The address of the page that shows the script's form. */
export function previewAddress(chosen: Chosen, { key, theme }: { key: string; theme: string }): string {
  const query = { form: chosen.form, key, theme, ...(asksNames(chosen) && { names: "true" }) };
  return `${routes.embed.preview}?${new URLSearchParams(query)}`;
}

const heights = { join: 300, claim: 420, names: 160 };
/** A frame has a heading of its own. */
const heading = 110;
/** How much is kept for a sentence that says why not, in pixels. */
const sentence = 80;

/** As high as the form is with a sentence above it, in pixels: what is in a frame cannot make it grow. */
export const heightOf = (chosen: Chosen): number =>
  heights[chosen.form] + (asksNames(chosen) ? heights.names : 0) + sentence - (chosen.by === "script" ? heading : 0);

/** The lines that a site puts into its page. */
export function snippetOf(chosen: Chosen, { base, key }: From): string {
  if (chosen.by === "script")
    return [
      `<script async src="${base}${routes.embed.script}"`,
      `  data-key="${key}"`,
      `  data-form="${chosen.form}"${asksNames(chosen) ? " data-names" : ""}></script>`,
    ].join("\n");
  const title = chosen.form === "join" ? "Join the waitlist" : "Claim your code";
  return [
    `<iframe src="${base}${frameAddress(chosen).replaceAll("&", "&amp;")}"`,
    `  title="${title}" width="100%" height="${heightOf(chosen)}" frameborder="0"></iframe>`,
  ].join("\n");
}

/** What a site's own content policy must let in. */
export const policyOf = ({ by }: Chosen, base: string): string => {
  const { origin } = new URL(base);
  return by === "script" ? `script-src ${origin};\nconnect-src ${origin};` : `frame-src ${origin};`;
};

/** Styles of a site for the script's form. */
export const styleOf = (accent: string): string => `gatehouse-form {\n  --gatehouse-accent: ${accent};\n}`;

/** How a site's own script learns what came of the form. */
export const listenerOf = ({ form }: Chosen): string =>
  form === "join"
    ? 'document.addEventListener("gatehouse:joined", ({ detail }) => {\n  console.log(detail.email);\n});'
    : 'document.addEventListener("gatehouse:claimed", ({ detail }) => {\n  location.href = "/welcome?token=" + detail.token;\n});';

/** The variables that the script's form reads, and what each is where a site does not say. */
export const variables = [
  { name: "--gatehouse-accent", what: "The button", without: "black, white in the dark" },
  { name: "--gatehouse-accent-text", what: "Text on the button", without: "black or white, which reads better" },
  { name: "--gatehouse-text", what: "Text", without: "that of the page" },
  { name: "--gatehouse-background", what: "Fields", without: "white, nearly black in the dark" },
  { name: "--gatehouse-border", what: "Edges of fields", without: "grey" },
  { name: "--gatehouse-error", what: "What is wrong", without: "red" },
  { name: "--gatehouse-radius", what: "Corners", without: "8px" },
  { name: "--gatehouse-font", what: "Typeface", without: "that of the page" },
] as const;
