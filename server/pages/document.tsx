import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReactNode } from "react";
import { socialImageSize } from "@/contract/project";
import { brandStyle, pageBackgrounds } from "@/lib/brand";
import { buildFolder } from "@/lib/env";

/** A page for customers. It works without JavaScript and ships none of React or Next. */
export type Page = {
  /** Followed by the project's name. It reflects the result of a form, because screen readers read it first. */
  title: string;
  description?: string;
  robots?: string;
  referrer?: string;
  /** How social networks show a link to the page. */
  social?: { url: string; imageUrl: string | null };
  /** The scripts that improve the page, by their source file. */
  scripts?: readonly PageScript[];
  content: ReactNode;
};

type PageScript = `browser/${string}.ts`;

/** The URLs of what `cli/build/page-assets.ts` built for these pages. */
export type PageAssets = { scripts: Record<string, string>; styleSheet: string; fonts: string[] };

const cachedAssets = new Map<string, PageAssets>();

function pageAssets(): PageAssets {
  const folder = buildFolder();
  const assets = cachedAssets.get(folder) ?? (JSON.parse(readFileSync(join(folder, "page-assets.json"), "utf8")) as PageAssets);
  cachedAssets.set(folder, assets);
  return assets;
}

type DocumentOptions = {
  project: { name: string; accent: string };
  /** The nonce that the Content-Security-Policy allows scripts by. */
  nonce: string | undefined;
};

/** Renders a page as a complete HTML document. */
export async function renderDocument(page: Page, { project, nonce }: DocumentOptions): Promise<string> {
  // Loaded on first use, because it takes 10 MB and a tenth of a second.
  const { renderToStaticMarkup } = await import("react-dom/server");
  const { title, description = "Access codes and waitlists for your product.", robots, referrer, social, scripts = [], content } = page;
  const assets = pageAssets();
  const markup = renderToStaticMarkup(
    <html lang="en" style={brandStyle(project.accent)}>
      {/* biome-ignore lint/style/noHeadElement: Next doesn't render this page */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${project.name}`}</title>
        <meta name="description" content={description} />
        {robots && <meta name="robots" content={robots} />}
        {referrer && <meta name="referrer" content={referrer} />}
        {social && <SocialTags {...social} title={title} description={description} siteName={project.name} />}
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={pageBackgrounds.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={pageBackgrounds.dark} />
        <link rel="stylesheet" href={assets.styleSheet} />
        {assets.fonts.map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <link rel="icon" href="/icon.svg" sizes="any" type="image/svg+xml" />
      </head>
      <body>
        {content}
        {scripts.map((source) => (
          <script key={source} type="module" src={assets.scripts[source]} nonce={nonce} />
        ))}
      </body>
    </html>,
  );
  return `<!doctype html>${markup}`;
}

type SocialTagsProps = NonNullable<Page["social"]> & { title: string; description: string; siteName: string };

/** Open Graph tags, which X reads too, and the URL of the page for search engines. */
function SocialTags({ url, imageUrl, title, description, siteName }: SocialTagsProps) {
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={url} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {imageUrl && (
        <>
          <meta property="og:image" content={imageUrl} />
          <meta property="og:image:width" content={String(socialImageSize.width)} />
          <meta property="og:image:height" content={String(socialImageSize.height)} />
        </>
      )}
      <meta name="twitter:card" content={imageUrl ? "summary_large_image" : "summary"} />
    </>
  );
}
