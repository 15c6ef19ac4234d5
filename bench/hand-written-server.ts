import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import postgres from "postgres";
import { handleRequests } from "./bench-process";

// What someone would write in an afternoon: the same tables, and no rule, event detail, filter or validation beyond what is here.
const sql = postgres(process.env.DATABASE_URL ?? "", { max: 10, onnotice: () => {} });
const projectId = 1;

const findCode = async (code: string) =>
  (await sql`select text as code, claims, allowed_claims, valid_until from codes where project_id = ${projectId} and key = ${code}`)[0];

const claimCode = async ({ code, email }: Record<string, string>) =>
  (
    await sql`with claimed as (
      update codes set claims = claims + 1 where project_id = ${projectId} and key = ${code ?? ""} and claims < allowed_claims
        and (valid_until is null or valid_until > now()) returning key, text, batch_id
    ), lead as (
      insert into leads (project_id, email, referral_code) select ${projectId}::int, ${email ?? ""}, ${randomUUID()} from claimed on conflict do nothing
    ), claim as (
      insert into claims (project_id, code_key, email, batch_id, source, claimed_at) select ${projectId}::int, key, ${email ?? ""}, batch_id, 'api', now() from claimed
    ) select text as code, ${email ?? ""} as email from claimed`
  )[0];

const addLead = async ({ email, firstname }: Record<string, string>) =>
  (
    await sql`with lead as (
      insert into leads (project_id, email, firstname, referral_code)
      values (${projectId}, ${email ?? ""}, ${firstname ?? null}, ${randomUUID()}) returning email, firstname, referral_code, created_at
    ), event as (
      insert into events (project_id, id, kind, actor_kind, email, data)
      select ${projectId}::int, gen_random_uuid(), 'lead.created', 'secret_key', email, '{}' from lead
    ) select * from lead`
  )[0];

const listLeads =
  () => sql`select email, firstname, lastname, notes, status, source, on_waitlist, has_claimed, referral_code, referred_by, created_at,
  updated_at from leads where project_id = ${projectId} order by created_at desc, email desc limit 50`;

async function readBody(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

async function respond(request: IncomingMessage): Promise<unknown> {
  const [path = ""] = (request.url ?? "").split("?");
  if (path === "/api/codes/claim") return claimCode(await readBody(request));
  if (path === "/api/leads/create") return addLead(await readBody(request));
  if (path === "/api/leads") return listLeads();
  return findCode(path.slice("/api/codes/".length));
}

const server = createServer(async (request, response) => {
  try {
    const data = await respond(request);
    response.writeHead(data ? 200 : 404, { "Content-Type": "application/json" }).end(JSON.stringify({ success: true, data }));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

/** Responds with the port of the server. */
handleRequests(async () => (server.address() as AddressInfo).port);
