/** An identity provider that staff may sign in with. */
export type Provider = { id: string; name: string };

const authUrls = { csrf: "/api/auth/csrf", signIn: "/api/auth/signin" };

/** Leaves for a provider's own sign-in, which leads back to `next`, a path of this site. Throws a TypeError where nothing answers. */
export async function startProviderSignIn({ id }: Provider, next: string): Promise<void> {
  const { csrfToken } = await fetchJson<{ csrfToken: string }>(authUrls.csrf);
  const { url } = await fetchJson<{ url: string }>(`${authUrls.signIn}/${encodeURIComponent(id)}`, {
    method: "POST",
    body: new URLSearchParams({ csrfToken, callbackUrl: next, json: "true" }),
  });
  window.location.assign(url);
}

async function fetchJson<Answer>(address: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(address, { ...init, credentials: "same-origin" });
  const body: unknown = await answer.json().catch(() => null);
  if (body === null) throw new TypeError(`The server answered ${answer.status} in a form that is not understood`);
  return body as Answer;
}
