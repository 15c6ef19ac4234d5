import "server-only";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { Refused } from "@/contract/errors";
import { type PublicTry, shownByPublic } from "@/contract/protection";
import { ApiError } from "@/core/api-error";
import type { Context } from "@/core/context";
import { firstProject } from "@/core/projects/only";
import { saltOf } from "@/core/projects/salt";
import { seal, unseal } from "@/lib/seal";
import { refusalOf } from "./answer";
import { readText } from "./body";
import { saidOurs } from "./cross-site";
import { guarded } from "./guard";
import { parse } from "./parse";
import { services } from "./services";

/**
 * A form of a public page: the page it stands on, its fields, and as what it counts (server/guard.ts). What its own address says under the
 * names of `keeps` the page's says again.
 */
type PublicForm<Body extends z.ZodObject> = {
  page: string;
  fields: Body;
  tries?: PublicTry;
  keeps?: readonly string[];
  /** Fields that are not typed in, and are filled anew with each page. */
  unseen?: readonly string[];
};

type Verb<Body extends z.ZodObject, Reply> = (ctx: Context, body: z.output<Body>) => Promise<Reply>;

/** What came of a form, as its page is told: what was typed, and the reply or why not. */
export type Came<Reply> = {
  typed: Record<string, string>;
  reply?: Reply;
  refused?: Refused;
};

/** How long a page shows what came of its form, in milliseconds. Whoever opens the address later finds the form. */
const shownFor = 15 * 60_000;

/** The most a form of ours is; a longer one is none. */
const formLimit = 16 * 1024;

/**
 * Takes what a form of a public page sends, with or without script, and leads back to the page, which shows what came of it. That stands in
 * the address, sealed: it holds what somebody typed, and reloading the page sends nothing again.
 */
export function publicForm<Body extends z.ZodObject, Reply>(form: PublicForm<Body>, verb: Verb<Body, Reply>) {
  const take = async (request: Request): Promise<Response> => backTo(form, request, await cameOf(form, verb, request));
  // Whoever opens the form's own address, by reloading what failed or by hand, wants the page.
  const show = async (request: Request): Promise<Response> => redirectTo(form.page, keptOf(form, request));
  return { POST: take, GET: show };
}

async function cameOf<Body extends z.ZodObject, Reply>(
  form: PublicForm<Body>,
  verb: Verb<Body, Reply>,
  request: Request,
): Promise<Came<Reply>> {
  const requestId = randomUUID();
  let typed: Record<string, string> = {};
  try {
    if (saidOurs(request) === false) throw new ApiError("cross_site");
    const sent = fieldsOf(await readText(request, { bodyLimit: formLimit }));
    typed = asShown(sent, form);
    const { connection, jobs } = services();
    const { db } = connection;
    const projectId = await firstProject(db);
    const ctx: Context = { db, jobs, projectId, actor: { kind: "visitor", id: null }, requestId };
    const caller = { ctx, tries: form.tries, request, salt: await saltOf(db, projectId) };
    const body = parse(form.fields, sent);
    return { typed, reply: await guarded(caller, body, (counted) => verb(counted, body)) };
  } catch (thrown) {
    const { refusal, fields, until } = refusalOf(thrown, requestId);
    return { typed, refused: { name: refusal, fields: fields && only(fields, form.fields), until } };
  }
}

/** What is filled in. A field left empty is not there; one that stands twice counts once. */
const fieldsOf = (text: string): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(text)].filter(([, value]) => value.trim() !== ""));

/** What of `some` is about the form's own fields. */
const only = <Value>(some: Record<string, Value>, fields: z.ZodObject): Record<string, Value> =>
  Object.fromEntries(Object.entries(some).filter(([name]) => Object.hasOwn(fields.shape, name)));

/** The fields as the page fills them in again, no longer than an address can hold. */
const asShown = (sent: Record<string, string>, { fields, unseen = [] }: PublicForm<z.ZodObject>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(only(sent, fields))
      .filter(([name]) => !(name in shownByPublic) && !unseen.includes(name))
      .map(([name, value]) => [name, value.replace(/\p{Cc}/gu, "").slice(0, 300)]),
  );

const purposeOf = (page: string): string => `what came of ${page}`;

type Page = Pick<PublicForm<z.ZodObject>, "page" | "keeps">;

function backTo({ page, keeps }: Page, request: Request, came: Came<unknown>): Response {
  const sealed = seal(JSON.stringify({ ...came, at: Date.now() }), purposeOf(page));
  return redirectTo(page, [...keptOf({ page, keeps }, request), ["came", sealed]]);
}

const keptOf = ({ keeps = [] }: Page, request: Request): [string, string][] =>
  [...new URL(request.url).searchParams].filter(([name, value]) => keeps.includes(name) && value.length <= 100);

/** Leads to an address of this site by GET. */
export function redirectTo(page: string, query: [string, string][] = []): Response {
  const address = query.length === 0 ? page : `${page}?${new URLSearchParams(query)}`;
  return new Response(null, { status: 303, headers: { Location: address, "Cache-Control": "private, no-store" } });
}

/** What came of the form on `page`, by the address the form led back to; null where there is nothing to show, or not any more. */
export function cameBack<Reply>(page: string, sealed: string | null): Came<Reply> | null {
  if (sealed === null) return null;
  try {
    const { at, ...came } = JSON.parse(unseal(sealed, purposeOf(page))) as Came<Reply> & { at: number };
    return Date.now() - at < shownFor ? came : null;
  } catch {
    return null;
  }
}

/** A page behind a link of a mail: what it shows is one lead's, and its address is told to nobody. */
export const ofMail = { robots: { index: false, follow: false }, referrer: "no-referrer" } as const;

type Words = { title: string; done: string; refused: string; description: string; project: string | undefined };

/** The title of a form's page, which is read aloud first: what came of it, or what it is; and what search engines say of it. */
export const metadataOf = (came: Came<unknown> | null, { title, done, refused, description, project }: Words) => ({
  title: titleOf(came?.reply ? done : came?.refused ? refused : title, project),
  description,
});

/** The title of a page for customers, which they keep in a tab by the project's name; where that is not known, by ours. */
export const titleOf = (title: string, project: string | undefined) =>
  project === undefined ? title : { absolute: `${title} · ${project}` };
