import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./schema";

// How a backend in a strict project uses the types that openapi-typescript generates. typed-client.test.ts compiles it.

const gatehouse: Client<paths> = createClient<paths>({
  baseUrl: "https://codes.example.com/api",
  headers: { authorization: "Bearer sk_…" },
});

/** Claims a code, and says what to show or do next. */
export async function claim(code: string, email: string): Promise<string> {
  const { data, error } = await gatehouse.POST("/codes/claim", {
    params: { header: { "Idempotency-Key": crypto.randomUUID() } },
    body: { code, email },
  });
  if (error) return explainClaimError(error);
  const reply = data.data;
  if ("confirmationRequired" in reply) return `Open the link that we sent to ${reply.email}.`;
  if ("claimedCode" in reply) return `${reply.lead.email} used ${reply.claimedCode.claims} of ${reply.claimedCode.allowedClaims} claims.`;
  const claimToken: string = reply.claimToken;
  return `https://app.example.com/welcome?claimToken=${claimToken}`;
}

type Responses<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends { responses: infer All }
  ? All
  : never;
type Json<Response> = Response extends { content: { "application/json": infer Body } } ? Body : never;
type Failure<Path extends keyof paths, Method extends keyof paths[Path]> = Extract<
  { [Status in keyof Responses<Path, Method>]: Json<Responses<Path, Method>[Status]> }[keyof Responses<Path, Method>],
  { success: false }
>;
type ClaimError = Failure<"/codes/claim", "post">;

/** Each operation has its own names of errors, and the fields of an error follow from its name. */
function explainClaimError(error: ClaimError): string {
  switch (error.error) {
    case "invalid_input": {
      const messages: string[] | undefined = error.fields.email;
      return messages?.join(", ") ?? Object.keys(error.fields).join(", ");
    }
    case "proof_required":
      return error.challenge.parameters.nonce;
    case "code_exhausted":
    case "code_expired":
      return error.message;
    default:
      return error.requestId;
  }
}

type Is<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
const facts: {
  claimsCannotFailLikeWaves: Is<Extract<ClaimError["error"], "wave_sent" | "lead_exists" | "last_owner">, never>;
  claimsCanRunOut: Is<Extract<ClaimError["error"], "code_exhausted">, "code_exhausted">;
  exchangeCanExpire: Is<Extract<Failure<"/claims/exchange", "post">["error"], "token_not_found" | "code_exhausted">, "token_not_found">;
  listsAreRows: Is<Json<Responses<"/leads", "get">[200]>["data"], components["schemas"]["Lead"][]>;
  answersAreTexts: Is<components["schemas"]["Lead"]["fields"][string], string | boolean>;
  statusesAreKnown: Is<Json<Responses<"/codes/claim", "post">[410]>["code"], 410>;
} = {
  claimsCannotFailLikeWaves: true,
  claimsCanRunOut: true,
  exchangeCanExpire: true,
  listsAreRows: true,
  answersAreTexts: true,
  statusesAreKnown: true,
};
export default facts;

/** Reads all leads, page by page. */
export async function* listLeads(): AsyncGenerator<components["schemas"]["Lead"]> {
  let cursor: string | undefined;
  do {
    const { data, error, response } = await gatehouse.GET("/leads", {
      params: { query: { limit: 1000, ...(cursor === undefined ? {} : { cursor }) } },
    });
    if (error) throw new Error(error.error);
    for (const lead of data.data) yield lead;
    cursor = response.headers.get("link")?.match(/[?&]cursor=([^&>]+)/)?.[1];
  } while (cursor !== undefined);
}

/** Downloads a list as a file. */
export async function downloadCodes(): Promise<string> {
  const { data, error } = await gatehouse.GET("/files/codes", {
    params: { query: { format: "csv", columns: "code,status" } },
    parseAs: "text",
  });
  if (error) throw new Error(error.message);
  return data;
}

/** Checks whether a code works, without claiming it. */
export async function check(code: string, email: string): Promise<boolean> {
  const { data, error } = await gatehouse.POST("/codes/check", { body: { code, email } });
  return error ? false : data.data.error === null;
}

/** Creates a lead. The answer to a public key has no record. */
export async function signUp(email: string): Promise<string> {
  const { data, error } = await gatehouse.POST("/leads/create", { body: { email, fields: { company: "Analytical Engines" } } });
  if (error) return error.error === "invalid_input" ? Object.values(error.fields).flat().join(" ") : error.error;
  return "referral" in data.data ? data.data.referral.url : data.data.referralCode;
}

/** Creates leads of another system, and returns what is wrong with those that failed. */
export async function copyLeads(leads: { email: string; signedUpAt: string }[]): Promise<string[]> {
  const { data, error } = await gatehouse.POST("/leads/batch", {
    params: { header: { "Idempotency-Key": crypto.randomUUID() } },
    body: { leads: leads.map(({ email, signedUpAt }) => ({ email, createdAt: signedUpAt, waitlist: true })), onConflict: "waitlist" },
  });
  if (error) throw new Error(error.error);
  return data.data.leads.flatMap(({ email, outcome, error: problem }) => (outcome === "failed" ? `${email}: ${problem?.message}` : []));
}

/** Generates a batch of codes. */
export async function generateBatch(name: string): Promise<string[]> {
  const { data, error } = await gatehouse.POST("/codes/generate", { body: { amount: 100, type: "alphanumeric", name } });
  if (error) throw new Error(error.error === "code_space_exhausted" ? error.message : error.error);
  return data.data.map(({ code }) => code);
}
