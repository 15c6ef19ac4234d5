import type { ErrorName } from "@/contract/errors";
import type { EmbedSettings } from "@/contract/project";
import type { EmbedScriptOptions } from "./options";

/** The token is null if the person has to finish the claim with an emailed link. */
export type ClaimReply = { email: string; code: string; token: string | null; tokenExpiresAt: string | null; state?: string };
export type JoinReply = { email: string; referral: { code: string; url: string } };

/** Why a request failed. */
export type EmbedError = {
  /** The API's error name, or `unreachable` if there was no response. */
  name: ErrorName | "unreachable";
  fields?: Record<string, string[]> | undefined;
  /** The API's message. */
  message?: string | undefined;
  /** When to try again, in seconds from now. */
  retryAfter?: number | undefined;
  /** When the code can first be claimed (ISO 8601). */
  validFrom?: string | null | undefined;
};

export type Result<Reply> = { reply: Reply; error?: never } | { error: EmbedError; reply?: never };

type FormValues = Record<string, string | null | undefined>;
type Body = Record<string, unknown> & { proof?: string };

const timeoutMs = 30_000;

/** Loads the project's settings. Without them the form still works, unless the project has a consent text. */
export const getSettings = ({ origin, key }: EmbedScriptOptions): Promise<Partial<EmbedSettings>> =>
  fetch(`${origin}/embed/settings?key=${key}`, { credentials: "omit", signal: AbortSignal.timeout(timeoutMs) })
    .then((response) => response.json())
    .catch(() => ({}));

/** Omits blank values, and nests those of questions: `fields.company`. */
function requestBody(values: FormValues, extra: object = {}): Body {
  const body: Body = { ...extra };
  for (const [name, value] of Object.entries(values)) {
    const [group = "", key] = name.split(".");
    if (value?.trim()) body[group] = key ? { ...(body[group] as object), [key]: value } : value;
  }
  return body;
}

/** Adds a lead to the waitlist. An unknown or malformed referral code is dropped. */
export async function postJoin(options: EmbedScriptOptions, values: FormValues): Promise<Result<JoinReply>> {
  const { referralCode, ...otherValues } = values;
  const result = await sendRequest<JoinReply>(options, "/leads/create", requestBody(values, { ...options.attribution, waitlist: true }));
  const isReferralError = result.error?.name === "referral_code_not_found" || result.error?.fields?.referralCode;
  return referralCode && isReferralError ? postJoin(options, otherValues) : result;
}

export const postClaim = (options: EmbedScriptOptions, values: FormValues): Promise<Result<ClaimReply>> =>
  sendRequest(options, "/codes/claim", requestBody(values));

async function sendRequest<Reply>(options: EmbedScriptOptions, path: string, body: Body): Promise<Result<Reply>> {
  const { origin, key } = options;
  let response: Response;
  try {
    response = await fetch(`${origin}/api${path}`, {
      method: "POST",
      credentials: "omit",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    return { error: { name: (await isReachable(origin)) ? "origin_not_allowed" : "unreachable" } };
  }
  const envelope = await response.json().catch(() => null);
  // Solved once: if the API asks for another proof, the form shows the error.
  const proof = envelope?.challenge && !body.proof && (await solveProof(origin, envelope.challenge).catch(() => null));
  if (proof) return sendRequest(options, path, { ...body, proof });
  if (envelope?.success) return { reply: envelope.data };
  return { error: parseError(envelope) };
}

// A script of its own, because it is rarely needed.
const solveProof = async (origin: string, challenge: unknown): Promise<string> =>
  (await import(`${origin}/embed-proof.js`)).solveChallenge(challenge);

type ErrorEnvelope = {
  error?: ErrorName;
  message?: string;
  fields?: EmbedError["fields"];
  details?: Pick<EmbedError, "validFrom" | "retryAfter">;
};

/** Reads an error response. One without an envelope came from a proxy in front of Gatehouse. */
function parseError(envelope: ErrorEnvelope | null): EmbedError {
  const { error, message, fields, details } = envelope ?? {};
  return { name: error ?? "unavailable", message, fields, ...details };
}

// Browsers don't tell a page why a request failed. If the script itself can still be loaded, the site isn't an allowed origin.
const isReachable = async (origin: string): Promise<boolean> =>
  fetch(`${origin}/embed.js`, { method: "HEAD", credentials: "omit", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
