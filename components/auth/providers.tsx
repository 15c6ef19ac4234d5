"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { describeError } from "@/components/ui/error-message";
import { FormErrors } from "@/components/ui/form-errors";
import { labels } from "./labels";

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

/** An identity provider that staff can sign in with. */
export type Provider = { id: string; name: string };

const authUrls = { csrf: "/api/auth/csrf", signIn: "/api/auth/signin" };

/** Opens a provider's sign-in page, which redirects back to `next`, a path of this site. Throws a TypeError if the server doesn't respond. */
async function startProviderSignIn({ id }: Provider, next: string): Promise<void> {
  const { csrfToken } = await fetchJson<{ csrfToken: string }>(authUrls.csrf);
  const { url } = await fetchJson<{ url: string }>(`${authUrls.signIn}/${encodeURIComponent(id)}`, {
    method: "POST",
    body: new URLSearchParams({ csrfToken, callbackUrl: next, json: "true" }),
  });
  window.location.assign(url);
}

async function fetchJson<Body>(url: string, init: RequestInit = {}): Promise<Body> {
  const response = await fetch(url, { ...init, credentials: "same-origin" });
  const body: unknown = await response.json().catch(() => null);
  if (body === null) throw new TypeError(`The server responded with status ${response.status} and a body that isn't JSON`);
  return body as Body;
}

const { other, ...messages } = labels.providerErrors;

/** The message for a failed sign-in with an identity provider, by the error name in the URL. Returns null without an error. */
export function providerErrorMessage(error: string | null): string | null {
  if (error === null) return null;
  return new Map(Object.entries(messages)).get(error) ?? other;
}
