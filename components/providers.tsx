"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useState } from "react";
import { createQueryClient } from "./query-client";
import { NonceProvider } from "./ui/nonce";
import { RenderedAtProvider } from "./ui/time";
import { Toasts } from "./ui/toast";
import { TooltipProvider } from "./ui/tooltip";

type ProvidersProps = { nonce: string | undefined; renderedAt: number; children: ReactNode };

/** What every page stands in. */
export function Providers({ nonce, renderedAt, children }: ProvidersProps) {
  const [client] = useState(createQueryClient);
  // A refresh brings another request's nonce; the browser still holds this page to its first.
  const [first] = useState(nonce);
  return (
    <CSPProvider nonce={first}>
      {/* The style sheet sets the colour scheme by the same class. */}
      <ThemeProvider attribute="class" defaultTheme="system" enableSystem enableColorScheme={false} disableTransitionOnChange nonce={first}>
        <NonceProvider value={first}>
          <RenderedAtProvider value={renderedAt}>
            <QueryClientProvider client={client}>
              <NuqsAdapter>
                <TooltipProvider>
                  <Toasts>{children}</Toasts>
                </TooltipProvider>
              </NuqsAdapter>
            </QueryClientProvider>
          </RenderedAtProvider>
        </NonceProvider>
      </ThemeProvider>
    </CSPProvider>
  );
}
