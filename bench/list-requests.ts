import type postgres from "postgres";

export type Group = "lists" | "deep" | "searches";
export type Asked = { group: Group; route: string };

const page = "limit=50&count=capped";
const cursor = (order: string, ...row: unknown[]) => Buffer.from(JSON.stringify([order, ...row.map(String)])).toString("base64url");

/** The requests that are measured, for one project: as the dashboard's tables ask them. */
export async function asked(sql: postgres.Sql, projectId: number): Promise<Asked[]> {
  const [batch] = await sql`select id from batches where project_id = ${projectId} order by amount desc limit 1`;
  const [claimed] = await sql`select code_key from claims where project_id = ${projectId} group by code_key order by count(*) desc limit 1`;
  const month = encodeURIComponent(new Date(Date.now() - 30 * 86_400_000).toISOString());
  const lists = [
    ...["", ...["active", "paused", "expired", "exhausted", "scheduled"].map((status) => `&status=${status}`)].map(
      (narrow) => `/codes?${page}${narrow}`,
    ),
    ...[
      "type=numeric",
      "reserved=true",
      "reserved=false",
      "usesLeft=true",
      `batch=${batch?.id}`,
      `since=${month}`,
      `endsBefore=${month}`,
    ].map((narrow) => `/codes?${page}&${narrow}`),
    ...["code", "validUntil"].flatMap((sort) =>
      ["", "&status=active", "&type=creative&order=asc"].map((narrow) => `/codes?${page}&sort=${sort}${narrow}`),
    ),
    ...[
      "",
      "&waitlist=true",
      "&waitlist=false",
      "&claimed=true",
      "&invited=true",
      "&referred=true",
      "&source=import",
      "&source=staff",
      `&since=${month}`,
    ].map((narrow) => `/leads?${page}${narrow}`),
    ...["", "&waitlist=true&invited=false&claimed=false", "&order=asc"].map((narrow) => `/leads?${page}&sort=email${narrow}`),
    ...["", "&order=asc", "&source=api", `&batch=${batch?.id}`, `&code=${claimed?.code_key}`].map((narrow) => `/claims?${page}${narrow}`),
    ...["", "&paused=true", "&type=numeric", "&sort=name&order=asc"].map((narrow) => `/batches?${page}${narrow}`),
  ];
  const searches = [
    ...["otter", "smoggy", "12345", "zzzzz", "b", "ma"].map((q) => `/codes?${page}&q=${q}`),
    ...["grace", "example.org", "فاطمة", "王", "hopper1234", "nobody at all", "a"].map((q) => `/leads?${page}&q=${encodeURIComponent(q)}`),
    ...["grace", "hopper1234", "otter", "nobody at all"].map((q) => `/claims?${page}&q=${encodeURIComponent(q)}`),
    ...["campaign", "قاهرة", "nothing"].map((q) => `/batches?${page}&q=${encodeURIComponent(q)}`),
  ];
  const deep = await deepPages(sql, projectId);
  return [
    ...lists.map((route) => ({ group: "lists" as const, route })),
    ...deep.map((route) => ({ group: "deep" as const, route })),
    ...searches.map((route) => ({ group: "searches" as const, route })),
  ];
}

/** Pages from the middle of a list on, with the cursor that the page before would have given. */
async function deepPages(sql: postgres.Sql, projectId: number): Promise<string[]> {
  const half = (table: string) => sql`offset (select count(*) / 2 from ${sql(table)} where project_id = ${projectId}) limit 1`;
  const [code] =
    await sql`select batch_id, batch_index, key from codes where project_id = ${projectId} order by batch_id desc, batch_index desc ${half("codes")}`;
  const [lead] =
    await sql`select created_at::text as at, email from leads where project_id = ${projectId} order by created_at desc, email desc ${half("leads")}`;
  const [claim] = await sql`select claimed_at::text as at, code_key, email from claims where project_id = ${projectId}
    order by claimed_at desc, code_key desc, email desc ${half("claims")}`;
  if (!code || !lead || !claim) throw new Error("There is nothing to list");
  const codes = cursor("codes created desc", code.batch_id, code.position);
  const leads = cursor("leads created desc", lead.at, lead.email);
  return [
    ...["", "&status=active", "&status=expired", "&type=numeric"].map((narrow) => `/codes?${page}${narrow}&cursor=${codes}`),
    `/codes?${page}&sort=code&order=asc&cursor=${cursor("codes code asc", code.key)}`,
    ...["", "&waitlist=true", "&claimed=false"].map((narrow) => `/leads?${page}${narrow}&cursor=${leads}`),
    `/leads?${page}&sort=email&order=asc&cursor=${cursor("leads email asc", lead.email)}`,
    `/claims?${page}&cursor=${cursor("claims desc", claim.at, claim.code_key, claim.email)}`,
  ];
}
