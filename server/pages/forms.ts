import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { type Challenge, type PublicAttempt, proofField } from "@/contract/abuse-protection";
import type { FormError } from "@/contract/errors";
import { normalizeEmail } from "@/contract/normalize";
import { newProofChallenge } from "@/core/abuse-protection/proof-of-work";
import { getRequiredProofFactor } from "@/core/abuse-protection/public-rate-limits";
import { ApiError } from "@/core/api-error";
import type { Context } from "@/core/context";
import { getClientSalt, getDefaultProjectId } from "@/core/projects/record";
import { withRequestLimit } from "@/db/request-limit";
import { currentTime } from "@/lib/clock";
import { decrypt, encrypt } from "@/lib/encryption";
import { readText } from "../body";
import { createContext } from "../context";
import { isSameOrigin } from "../cross-site";
import { parseInput } from "../parse";
import { toApiError } from "../responses";
import { getServices } from "../services";
import { identifyCaller, withPublicRateLimit } from "../with-public-rate-limit";
import type { Handlers } from "./handler";

/** A form on a public page. */
type FormDefinition<Body extends z.ZodObject> = {
  page: string;
  fields: Body;
  /** The rate limit that a submission counts toward. */
  attempt?: PublicAttempt;
  /** Query parameters to carry from the form's action to the page. */
  preservedQuery?: readonly string[];
  /** Fields that each rendered page sets itself, such as the honeypot. */
  unsavedFields?: readonly string[];
};

type FormAction<Body extends z.ZodObject, Reply> = (ctx: Context, body: z.output<Body>) => Promise<Reply>;

/** The outcome of a submission: the submitted values, and either the reply or the error. Neither if the form is only filled in. */
export type FormResult<Reply> = {
  values: Record<string, string>;
  reply?: Reply;
  error?: FormError;
};

/** How long a page shows the result of a submission, in milliseconds. After that the URL shows the empty form. */
const resultLifetime = 15 * 60_000;

/** The body limit of the public forms, in bytes. */
export const formBodyLimit = 16 * 1024;

/**
 * Handlers for a public form, which works with and without JavaScript. They redirect back to the page with the encrypted result in the URL:
 * it contains personal data, and reloading the page must not submit the form again.
 */
export function formHandlers<Body extends z.ZodObject, Reply>(form: FormDefinition<Body>, action: FormAction<Body, Reply>): Handlers {
  const handlePost = async (request: Request): Promise<Response> =>
    redirectToPage(form, request, await withRequestLimit(() => submitForm(form, action, request)));
  // A browser requests the form's action with GET when someone reloads a failed submission.
  const handleGet = async (request: Request): Promise<Response> => redirectTo(form.page, getPreservedQuery(form, request));
  return { POST: handlePost, GET: handleGet };
}

async function submitForm<Body extends z.ZodObject, Reply>(
  form: FormDefinition<Body>,
  action: FormAction<Body, Reply>,
  request: Request,
): Promise<FormResult<Reply>> {
  const requestId = randomUUID();
  let values: Record<string, string> = {};
  try {
    if (isSameOrigin(request) === false) throw new ApiError("cross_site");
    const submitted = parseFields(await readText(request, formBodyLimit));
    values = getRedisplayedValues(submitted, form);
    const { db } = getServices().connection;
    const projectId = await getDefaultProjectId(db);
    const ctx = createContext({ projectId, actor: { kind: "visitor", id: null }, requestId });
    const caller = { ctx, attempt: form.attempt, request, salt: await getClientSalt(db, projectId) };
    const body = parseInput(form.fields, nestFields(submitted));
    return { values, reply: await withPublicRateLimit(caller, body, (limitedCtx) => action(limitedCtx, body)) };
  } catch (error) {
    const { errorName, fields, validity, redemption } = toApiError(error, requestId);
    const availableAt = errorName === "code_not_started" ? (validity?.validFrom ?? undefined) : undefined;
    return { values, error: { name: errorName, fields: fields && pickFormFields(fields, form.fields), availableAt, redemption } };
  }
}

/** Parses a form body. Blank fields are omitted, and the last value of a repeated field wins. */
const parseFields = (text: string): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(text)].filter(([, value]) => value.trim() !== ""));

/** Turns `utm.source=newsletter` into `{ utm: { source: "newsletter" } }`. */
function nestFields(fields: Record<string, string>): Record<string, unknown> {
  const nested = new Map<string, unknown>();
  const groups = new Map<string, Map<string, string>>();
  for (const [name, value] of Object.entries(fields)) {
    const [group = "", key] = splitName(name);
    if (key === undefined) nested.set(group, value);
    else groups.set(group, (groups.get(group) ?? new Map()).set(key, value));
  }
  for (const [group, values] of groups) nested.set(group, Object.fromEntries(values));
  return Object.fromEntries(nested);
}

/** Splits the name of a field at the first dot. */
const splitName = (name: string): string[] => name.split(/\.(.*)/s, 2);

const pickFormFields = <Value>(values: Record<string, Value>, fields: z.ZodObject): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(fields.shape, splitName(name)[0] ?? "")));

/** How many bytes of submitted values fit in a URL that all browsers and servers accept. */
const maxRedisplayedBytes = 2700;

/** The submitted values that the page fills in again, shortened to fit in a URL. */
function getRedisplayedValues(
  submitted: Record<string, string>,
  { fields, unsavedFields = [] }: FormDefinition<z.ZodObject>,
): Record<string, string> {
  let bytes = 0;
  return Object.fromEntries(
    Object.entries(pickFormFields(submitted, fields))
      .filter(([name]) => !(name in proofField) && !unsavedFields.includes(name))
      .map(([name, value]) => [name, value.replace(/\p{Cc}/gu, "").slice(0, 300)] as const)
      .filter((entry) => {
        bytes += Buffer.byteLength(JSON.stringify(entry));
        return bytes <= maxRedisplayedBytes;
      }),
  );
}

const encryptionPurpose = (page: string): string => `form result of ${page}`;

type FormPage = Pick<FormDefinition<z.ZodObject>, "page" | "preservedQuery">;

const encryptResult = (page: string, result: FormResult<unknown>): string =>
  encrypt(JSON.stringify({ ...result, at: currentTime() }), encryptionPurpose(page));

/** Returns `url` of the form on `page` with these values filled in. */
export const filledFormUrl = (page: string, url: string, values: Record<string, string>): string =>
  `${url}${url.includes("?") ? "&" : "?"}${new URLSearchParams({ result: encryptResult(page, { values }) })}`;

function redirectToPage({ page, preservedQuery }: FormPage, request: Request, result: FormResult<unknown>): Response {
  return redirectTo(page, [...getPreservedQuery({ page, preservedQuery }, request), ["result", encryptResult(page, result)]]);
}

const getPreservedQuery = ({ preservedQuery = [] }: FormPage, request: Request): [string, string][] =>
  [...new URL(request.url).searchParams].filter(([name, value]) => preservedQuery.includes(name) && value.length <= 300);

/** Redirects to a path of this site with GET. */
export function redirectTo(page: string, query: [string, string][] = []): Response {
  const location = query.length === 0 ? page : `${page}?${new URLSearchParams(query)}`;
  return new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "private, no-store" } });
}

/** Reads the result of the form on `page` from the URL. Returns null if there is none, it was tampered with, or it is too old to show. */
export function readFormResult<Reply>(page: string, encrypted: string | null): FormResult<Reply> | null {
  if (encrypted === null) return null;
  try {
    const { at, ...result } = JSON.parse(decrypt(encrypted, encryptionPurpose(page))) as FormResult<Reply> & { at: number };
    return currentTime() - at < resultLifetime ? result : null;
  } catch {
    return null;
  }
}

/** Whether our own form led to this page. Someone who opens another person's result URL must not be redirected, for example with that person's claim token. */
export const isSameOriginNavigation = (request: Request): boolean => request.headers.get("sec-fetch-site") === "same-origin";

/** The title of a form's page, which depends on the result. */
export const resultTitle = (result: FormResult<unknown> | null, titles: { form: string; success: string; error: string }): string =>
  result?.reply ? titles.success : result?.error ? titles.error : titles.form;

/** The request of a page with a form, and the error and the values of a submitted form. */
type ProofRequest = { request: Request; error?: FormError | undefined; values?: Record<string, string> };

/** Returns a challenge if a form needs a proof of work: after a `proof_required` error, or when a limit is used up. Otherwise null. */
export async function getProofOfWorkChallenge(
  ctx: Context,
  attempt: PublicAttempt,
  { request, error, values = {} }: ProofRequest,
): Promise<Challenge | null> {
  const salt = await getClientSalt(ctx.db, ctx.projectId);
  const caller = identifyCaller({ ctx, attempt, request, salt }, { ...values, email: normalizeEmail(values.email ?? "") ?? "" });
  const factor = await getRequiredProofFactor(ctx, caller);
  if (factor === null && error?.name !== "proof_required") return null;
  return newProofChallenge(ctx.projectId, caller, factor ?? 1);
}
