"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useState } from "react";
import { retryIfTransient } from "./api-query";
import { NonceProvider } from "./ui/hooks";
import { PageAnnouncer } from "./ui/page-announcer";
import { RenderedAtProvider } from "./ui/time";
import { Toasts } from "./ui/toast";
import { Tooltips } from "./ui/tooltip";
import { tolerateTranslators } from "./ui/translators";

tolerateTranslators();

type ProvidersProps = { nonce: string | undefined; renderedAt: number; children: ReactNode };

/** The context providers of every page. */
export function Providers({ nonce, renderedAt, children }: ProvidersProps) {
  const [client] = useState(createQueryClient);
  // Keep the first nonce: a refresh has another one, but the browser still enforces the policy of the first response.
  const [initialNonce] = useState(nonce);
  return (
    <CSPProvider nonce={initialNonce}>
      {/* The style sheet sets the color scheme with the same class. */}
      <ThemeProvider
        attribute="class"
        defaultTheme="system"
        enableSystem
        enableColorScheme={false}
        disableTransitionOnChange
        nonce={initialNonce}
      >
        <NonceProvider value={initialNonce}>
          <RenderedAtProvider value={renderedAt}>
            <QueryClientProvider client={client}>
              <NuqsAdapter>
                <Toasts>{children}</Toasts>
                <Tooltips />
                <PageAnnouncer />
              </NuqsAdapter>
            </QueryClientProvider>
          </RenderedAtProvider>
        </NonceProvider>
      </ThemeProvider>
    </CSPProvider>
  );
}

/** How long fetched data counts as fresh, in milliseconds. */
const staleTime = 30_000;

const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { staleTime, retry: retryIfTransient } },
  });
