import "server-only";
import { randomUUID } from "node:crypto";
import type { Context } from "@/core/context";
import { linkOwner } from "@/core/leads/links";
import { resubscribe, unsubscribe, whyNoMail } from "@/core/suppressions/unsubscribe";
import { routes, unsubscribePage } from "@/lib/routes";
import { refusalOf } from "./answer";
import { readText } from "./body";
import { redirectTo } from "./form";
import { services } from "./services";

/** Whose mail a link is about, and the context that acts for them; null where the link was damaged, or is for something else. */
function holderOf(token: string | null): { ctx: Context; email: string } | null {
  const owner = token === null ? null : linkOwner(token, "unsubscribe");
  if (owner?.email === undefined) return null;
  const { connection, jobs } = services();
  const actor = { kind: "visitor", id: null } as const;
  return { ctx: { db: connection.db, jobs, projectId: owner.projectId, actor, requestId: randomUUID() }, email: owner.email };
}

/** What the page says of a link: the address, and why it gets no mail, null where it does. Null where the link does not work. */
export async function standingOf(token: string | null) {
  const holder = holderOf(token);
  return holder && { email: holder.email, reason: await whyNoMail(holder.ctx, holder.email) };
}

/** The most that a form of ours, or a mail program, sends. */
const bodyLimit = 16 * 1024;

/** What the page's own buttons ask for; whatever else is sent comes from a mail program. */
const acts = { stop: unsubscribe, resume: resubscribe } as const;

const actOf = (body: string): keyof typeof acts | null => {
  const act = new URLSearchParams(body).get("act");
  return act === "stop" || act === "resume" ? act : null;
};

const tokenIn = (request: Request): string | null => new URL(request.url).searchParams.get("t");

// Whoever sends it needs no cookie and may be anywhere: the link's token says whose address it is, and is in that mailbox alone.
async function take(request: Request): Promise<Response> {
  const token = tokenIn(request);
  let act: keyof typeof acts | null = null;
  try {
    act = actOf(await readText(request, { bodyLimit }));
    const holder = holderOf(token);
    if (holder) await acts[act ?? "stop"](holder.ctx, holder.email);
    if (act !== null) return redirectTo(pageOf(token, act === "resume" ? { again: "true" } : {}));
    return holder ? said("You get no more mail at this address.", 200) : said("This link does not work: it is not whole.", 400);
  } catch (thrown) {
    const { refusal, status } = refusalOf(thrown, randomUUID());
    return act === null ? said("That did not work. Try again shortly.", status) : redirectTo(pageOf(token, { problem: refusal }));
  }
}

/** Leads to the page whoever opens the address by hand, as from a mail program without a button. */
const show = async (request: Request): Promise<Response> => redirectTo(pageOf(tokenIn(request), {}));

/** What a form of the page, and the button of a mail program, are sent to (RFC 8058). Only a POST changes anything: mail scanners follow links. */
export const unsubscribeDoor = { GET: show, POST: take };

function pageOf(token: string | null, more: Record<string, string>): string {
  if (token === null) return routes.unsubscribe;
  const page = unsubscribePage(token);
  return Object.keys(more).length === 0 ? page : `${page}&${new URLSearchParams(more)}`;
}

const said = (text: string, status: number): Response =>
  new Response(`${text}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" } });
