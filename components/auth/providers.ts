/** An identity provider that staff can sign in with. */
export type Provider = { id: string; name: string };

const authUrls = { csrf: "/api/auth/csrf", signIn: "/api/auth/signin" };

/** Opens a provider's sign-in page, which redirects back to `next`, a path of this site. Throws a TypeError if the server doesn't respond. */
export async function startProviderSignIn({ id }: Provider, next: string): Promise<void> {
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
