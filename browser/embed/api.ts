import type { ErrorName } from "@/contract/errors";
import type { Asked } from "./asked";

export type Claimed = { email: string; code: string; token: string; tokenExpiresAt: string };
export type Joined = { email: string };

/** Why something was not done. `unreachable` where nobody answered. */
export type Why = {
  error: ErrorName | "unreachable";
  fields?: Record<string, string[]> | undefined;
  /** The server's sentence. */
  said?: string | undefined;
  /** In how many seconds it can be tried again. */
  wait?: number | undefined;
  /** From when a code can be claimed (ISO 8601). */
  from?: string | undefined;
};

export type Outcome<Reply> = { reply: Reply; why?: never } | { why: Why; reply?: never };

type Body = Record<string, unknown> & { proof?: string };

/** How long an answer is waited for, in milliseconds. */
const patience = 30_000;

const bodyOf = (values: Record<string, string | undefined>, more: object = {}): Body => ({
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value?.trim())),
  ...more,
});

/** Puts an address on the waitlist. A referral code that is nobody's, or can be nobody's, keeps nobody out. */
export async function join(asked: Asked, values: Record<string, string | undefined>): Promise<Outcome<Joined>> {
  const { referralCode, ...rest } = values;
  const outcome = await post<Joined>(asked, "/leads/create", bodyOf(values, { waitlist: true }));
  const isAboutReferral = outcome.why?.error === "referral_code_not_found" || outcome.why?.fields?.referralCode;
  return referralCode && isAboutReferral ? join(asked, rest) : outcome;
}

export const claim = (asked: Asked, values: Record<string, string | undefined>): Promise<Outcome<Claimed>> =>
  post(asked, "/codes/claim", bodyOf(values));

async function post<Reply>(asked: Asked, path: string, body: Body): Promise<Outcome<Reply>> {
  const { origin, key } = asked;
  let answer: Response;
  try {
    answer = await fetch(`${origin}/api${path}`, {
      method: "POST",
      credentials: "omit",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    });
  } catch {
    return { why: { error: (await isThere(origin)) ? "origin_not_allowed" : "unreachable" } };
  }
  const said = await answer.json().catch(() => null);
  // Once: whoever is asked for another one is told so.
  const proof = said?.challenge && !body.proof && (await proofOf(origin, said.challenge).catch(() => null));
  if (proof) return post(asked, path, { ...body, proof });
  if (answer.ok && said?.success) return { reply: said.data };
  return { why: whyOf(said, answer.headers.get("Retry-After")) };
}

// Few are ever asked for it, so that what makes it comes by itself.
const proofOf = async (origin: string, challenge: unknown): Promise<string> => (await import(`${origin}/embed-proof.js`)).solve(challenge);

/** What a refusal says; an answer that is none came from something before Gatehouse. */
function whyOf(said: { error?: ErrorName; message?: string; fields?: Why["fields"] } | null, retryAfter: string | null): Why {
  return {
    error: said?.error ?? "unavailable",
    said: said?.message,
    fields: said?.fields,
    wait: Number(retryAfter) || undefined,
    from: said?.error === "code_not_started" ? /\d{4}-[\d-]+T[\d:.]+Z/.exec(said.message ?? "")?.[0] : undefined,
  };
}

// A browser does not tell a page why a call failed. Where the script itself can still be read, the site is not among those that may use the key.
const isThere = async (origin: string): Promise<boolean> =>
  fetch(`${origin}/embed.js`, { method: "HEAD", credentials: "omit", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
