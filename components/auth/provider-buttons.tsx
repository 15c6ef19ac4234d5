"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { describeError } from "@/components/ui/error-message";
import { FormErrors } from "@/components/ui/form-errors";
import { labels } from "./labels";
import { type Provider, startProviderSignIn } from "./providers";

/** Buttons to sign in with an identity provider. */
export function ProviderButtons({ providers, next }: { providers: readonly Provider[]; next: string }) {
  const { mutate, reset, variables, isPending, isSuccess, error } = useMutation({
    mutationFn: (provider: Provider) => startProviderSignIn(provider, next),
  });
  // The back button restores this page with its pending state.
  useEffect(() => {
    const handlePageShow = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener("pageshow", handlePageShow);
    return () => window.removeEventListener("pageshow", handlePageShow);
  }, [reset]);
  if (providers.length === 0) return null;

  const pendingId = isPending || isSuccess ? variables?.id : undefined;
  return (
    <div className="mt-4 grid gap-3 noscript:hidden">
      <p className="flex items-center gap-3 text-[13px] text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        {labels.signIn.or}
      </p>
      <FormErrors error={error && describeError(error)} />
      {providers.map((provider) => (
        <Button
          key={provider.id}
          variant="outline"
          size="lg"
          pending={pendingId === provider.id}
          disabled={pendingId !== undefined}
          className="h-auto min-h-10 whitespace-normal text-balance py-2"
          onClick={() => mutate(provider)}
        >
          {labels.signIn.continueWith(provider.name)}
        </Button>
      ))}
    </div>
  );
}
