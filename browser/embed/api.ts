import type { ErrorName } from "@/contract/errors";
import type { EmbedOptions } from "./options";

export type ClaimReply = { email: string; code: string; token: string; tokenExpiresAt: string };
export type JoinReply = { email: string };

/** Why something was not done. `unreachable` where nobody answered. */
export type FormError = {
  error: ErrorName | "unreachable";
  fields?: Record<string, string[]> | undefined;
  /** The server's sentence. */
  said?: string | undefined;
  /** In how many seconds it can be tried again. */
  wait?: number | undefined;
  /** From when a code can be claimed (ISO 8601). */
  from?: string | undefined;
};

export type Result<Reply> = { reply: Reply; why?: never } | { why: FormError; reply?: never };

type Body = Record<string, unknown> & { proof?: string };

/** How long an answer is waited for, in milliseconds. */
const timeoutMs = 30_000;

const requestBody = (values: Record<string, string | undefined>, more: object = {}): Body => ({
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value?.trim())),
  ...more,
});

/** Puts an address on the waitlist. A referral code that is nobody's, or can be nobody's, keeps nobody out. */
export async function joinWaitlist(asked: EmbedOptions, values: Record<string, string | undefined>): Promise<Result<JoinReply>> {
  const { referralCode, ...rest } = values;
  const outcome = await sendRequest<JoinReply>(asked, "/leads/create", requestBody(values, { waitlist: true }));
  const isAboutReferral = outcome.why?.error === "referral_code_not_found" || outcome.why?.fields?.referralCode;
  return referralCode && isAboutReferral ? joinWaitlist(asked, rest) : outcome;
}

export const claimCode = (asked: EmbedOptions, values: Record<string, string | undefined>): Promise<Result<ClaimReply>> =>
  sendRequest(asked, "/codes/claim", requestBody(values));

async function sendRequest<Reply>(asked: EmbedOptions, path: string, body: Body): Promise<Result<Reply>> {
  const { origin, key } = asked;
  let answer: Response;
  try {
    answer = await fetch(`${origin}/api${path}`, {
      method: "POST",
      credentials: "omit",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    return { why: { error: (await isReachable(origin)) ? "origin_not_allowed" : "unreachable" } };
  }
  const said = await answer.json().catch(() => null);
  // Once: whoever is asked for another one is told so.
  const proof = said?.challenge && !body.proof && (await solveProof(origin, said.challenge).catch(() => null));
  if (proof) return sendRequest(asked, path, { ...body, proof });
  if (answer.ok && said?.success) return { reply: said.data };
  return { why: parseError(said, answer.headers.get("Retry-After")) };
}

// Few are ever asked for it, so that what makes it comes by itself.
const solveProof = async (origin: string, challenge: unknown): Promise<string> => (await import(`${origin}/embed-proof.js`)).solve(challenge);

/** What a refusal says; an answer that is none came from something before Gatehouse. */
function parseError(said: { error?: ErrorName; message?: string; fields?: FormError["fields"] } | null, retryAfter: string | null): FormError {
  return {
    error: said?.error ?? "unavailable",
    said: said?.message,
    fields: said?.fields,
    wait: Number(retryAfter) || undefined,
    from: said?.error === "code_not_started" ? /\d{4}-[\d-]+T[\d:.]+Z/.exec(said.message ?? "")?.[0] : undefined,
  };
}

// A browser does not tell a page why a call failed. Where the script itself can still be read, the site is not among those that may use the key.
const isReachable = async (origin: string): Promise<boolean> =>
  fetch(`${origin}/embed.js`, { method: "HEAD", credentials: "omit", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
