import type postgres from "postgres";

export type ListGroup = "lists" | "deep" | "searches";
export type ListRequest = { group: ListGroup; route: string };

const pageQuery = "limit=50&count=capped";
const cursor = (order: string, ...row: unknown[]) => Buffer.from(JSON.stringify([order, ...row.map(String)])).toString("base64url");

/** Returns the requests to measure for a project, like those of the dashboard's tables. */
export async function getListRequests(sql: postgres.Sql, projectId: number): Promise<ListRequest[]> {
  const [batch] = await sql`select id from batches where project_id = ${projectId} order by amount desc limit 1`;
  const [mostClaimed] =
    await sql`select code_key from claims where project_id = ${projectId} group by code_key order by count(*) desc limit 1`;
  const month = encodeURIComponent(new Date(Date.now() - 30 * 86_400_000).toISOString());
  const lists = [
    ...["", ...["active", "paused", "expired", "exhausted", "scheduled"].map((status) => `&status=${status}`)].map(
      (filter) => `/codes?${pageQuery}${filter}`,
    ),
    ...[
      "type=numeric",
      "reserved=true",
      "reserved=false",
      "usesLeft=true",
      `batch=${batch?.id}`,
      `since=${month}`,
      `endsBefore=${month}`,
    ].map((filter) => `/codes?${pageQuery}&${filter}`),
    ...["code", "validUntil"].flatMap((sort) =>
      ["", "&status=active", "&type=creative&order=asc"].map((filter) => `/codes?${pageQuery}&sort=${sort}${filter}`),
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
    ].map((filter) => `/leads?${pageQuery}${filter}`),
    ...["", "&waitlist=true&invited=false&claimed=false", "&order=asc"].map((filter) => `/leads?${pageQuery}&sort=email${filter}`),
    ...["", "&order=asc", "&source=api", `&batch=${batch?.id}`, `&code=${mostClaimed?.code_key}`].map(
      (filter) => `/claims?${pageQuery}${filter}`,
    ),
    ...["", "&paused=true", "&type=numeric", "&sort=name&order=asc"].map((filter) => `/batches?${pageQuery}${filter}`),
  ];
  const searches = [
    ...["otter", "smoggy", "12345", "zzzzz", "b", "ma"].map((q) => `/codes?${pageQuery}&q=${q}`),
    ...["grace", "example.org", "فاطمة", "王", "hopper1234", "no such lead", "a"].map(
      (q) => `/leads?${pageQuery}&q=${encodeURIComponent(q)}`,
    ),
    ...["grace", "hopper1234", "otter", "no such lead"].map((q) => `/claims?${pageQuery}&q=${encodeURIComponent(q)}`),
    ...["campaign", "قاهرة", "nothing"].map((q) => `/batches?${pageQuery}&q=${encodeURIComponent(q)}`),
  ];
  const deepPageRoutes = await getDeepPages(sql, projectId);
  return [
    ...lists.map((route) => ({ group: "lists" as const, route })),
    ...deepPageRoutes.map((route) => ({ group: "deep" as const, route })),
    ...searches.map((route) => ({ group: "searches" as const, route })),
  ];
}

/** Returns requests for pages from the middle of each list, with the cursor of the page before. */
async function getDeepPages(sql: postgres.Sql, projectId: number): Promise<string[]> {
  const fromTheMiddle = (table: string) => sql`offset (select count(*) / 2 from ${sql(table)} where project_id = ${projectId}) limit 1`;
  const [code] =
    await sql`select batch_id, batch_index, key from codes where project_id = ${projectId} order by batch_id desc, batch_index desc ${fromTheMiddle("codes")}`;
  const [lead] =
    await sql`select created_at::text as at, email from leads where project_id = ${projectId} order by created_at desc, email desc ${fromTheMiddle("leads")}`;
  const [claim] = await sql`select claimed_at::text as at, code_key, email from claims where project_id = ${projectId}
    order by claimed_at desc, code_key desc, email desc ${fromTheMiddle("claims")}`;
  if (!code || !lead || !claim) throw new Error("The project is empty");
  const codes = cursor("codes created desc", code.batch_id, code.batch_index);
  const leads = cursor("leads created desc", lead.at, lead.email);
  return [
    ...["", "&status=active", "&status=expired", "&type=numeric"].map((filter) => `/codes?${pageQuery}${filter}&cursor=${codes}`),
    `/codes?${pageQuery}&sort=code&order=asc&cursor=${cursor("codes code asc", code.key)}`,
    ...["", "&waitlist=true", "&claimed=false"].map((filter) => `/leads?${pageQuery}${filter}&cursor=${leads}`),
    `/leads?${pageQuery}&sort=email&order=asc&cursor=${cursor("leads email asc", lead.email)}`,
    `/claims?${pageQuery}&cursor=${cursor("claims desc", claim.at, claim.code_key, claim.email)}`,
  ];
}
