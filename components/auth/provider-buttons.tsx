"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { describeError } from "@/components/ui/error-message";
import { FormErrors } from "@/components/ui/form-errors";
import { startProviderSignIn, type Provider } from "./providers";

/** The ways in by identity provider, below the one by password. */
export function ProviderButtons({ providers, next }: { providers: readonly Provider[]; next: string }) {
  const { mutate, reset, variables, isPending, isSuccess, error } = useMutation({
    mutationFn: (provider: Provider) => startProviderSignIn(provider, next),
  });
  // Whoever comes back from the provider without signing in finds this page as it was left.
  useEffect(() => {
    const returned = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener("pageshow", returned);
    return () => window.removeEventListener("pageshow", returned);
  }, [reset]);
  if (providers.length === 0) return null;

  const leaving = isPending || isSuccess ? variables?.id : undefined;
  return (
    <div className="mt-4 grid gap-3 noscript:hidden">
      <p className="flex items-center gap-3 text-[13px] text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        or
      </p>
      <FormErrors error={error && describeError(error)} />
      {providers.map((provider) => (
        <Button
          key={provider.id}
          variant="outline"
          size="lg"
          pending={leaving === provider.id}
          disabled={leaving !== undefined}
          className="h-auto min-h-10 whitespace-normal text-balance py-2"
          onClick={() => mutate(provider)}
        >
          Continue with {provider.name}
        </Button>
      ))}
    </div>
  );
}
