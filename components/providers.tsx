"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useState } from "react";
import { makeQueryClient } from "./query-client";
import { Toasts } from "./ui/toast";
import { TooltipProvider } from "./ui/tooltip";

/** What every page stands in. */
export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  // A refresh brings another request's nonce; the browser still holds this page to its first.
  const [first] = useState(nonce);
  return (
    <CSPProvider nonce={first}>
      {/* The style sheet sets the colour scheme by the same class. */}
      <ThemeProvider attribute="class" defaultTheme="system" enableSystem enableColorScheme={false} disableTransitionOnChange nonce={first}>
        <QueryClientProvider client={client}>
          <NuqsAdapter>
            <TooltipProvider>
              <Toasts>{children}</Toasts>
            </TooltipProvider>
          </NuqsAdapter>
        </QueryClientProvider>
      </ThemeProvider>
    </CSPProvider>
  );
}
