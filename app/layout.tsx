import { currentTime } from "@/lib/clock";
import "./globals.css";
import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "@/components/providers";
import { brandStyle } from "@/lib/brand";
import { env } from "@/lib/env";
import { getPageAccent } from "@/server/branding";

export const metadata: Metadata = {
  title: { default: "Gatehouse", template: "%s · Gatehouse" },
  description: "Access codes and waitlists for your product.",
};

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#111113" },
  ],
};

export default async function Layout({ children }: { children: ReactNode }) {
  // The Content-Security-Policy allows scripts by it (server/http/security-headers.ts).
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const accent = await getPageAccent();
  return (
    // A script sets the theme class before React hydrates.
    <html
      lang="en"
      data-app-url={env().APP_URL}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      style={brandStyle(accent)}
      suppressHydrationWarning
    >
      <body>
        <Providers nonce={nonce} renderedAt={currentTime()}>
          {children}
        </Providers>
      </body>
    </html>
  );
}
