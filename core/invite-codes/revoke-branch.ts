import { type SQL, sql } from "drizzle-orm";
import type { BranchPreview } from "@/contract/invite-codes";
import type { JobRecord } from "@/contract/jobs";
import { queryRows } from "@/db/query";
import { ApiError } from "../api-error";
import { bulkUpdateCodes } from "../codes/bulk-update";
import { getCodeRow } from "../codes/record";
import type { Context } from "../context";
import { leadExists } from "../leads/lead-exists";
import { jsonItems } from "../sql";
import { isInviteClaim } from "./conditions";
import { invitationsBy, isFirstClaim } from "./lineage";

// A branch is revoked by deleting its codes as staff delete codes, so that their claims are in the bin with them, and restoring brings back
// exactly those.

/** Where a branch starts: a query for its first people, and one for codes that belong to it besides theirs. */
type BranchStart = { people: SQL; codes: SQL };

/** The branch of a lead. Throws `lead_not_found`. */
async function startAtLead(ctx: Context, email: string): Promise<BranchStart> {
  const { projectId } = ctx;
  if (!(await leadExists(ctx, email))) throw new ApiError("lead_not_found");
  return {
    people: sql`select l.email from leads l where l.project_id = ${projectId} and l.email = ${email}`,
    codes: sql`select c.key from claims k join invite_codes v on ${isInviteClaim} and v.email <> k.email
      join codes c on c.project_id = k.project_id and c.key = k.code_key and c.claims = 1
      where k.project_id = ${projectId} and k.email = ${email} and ${isFirstClaim}`,
  };
}

/** The branch of a code. Who passed it on isn't part of it. Throws `code_not_found`. */
async function startAtCode(ctx: Context, key: string): Promise<BranchStart> {
  const { projectId } = ctx;
  await getCodeRow(ctx, key);
  return {
    people: sql`select k.email from claims k where k.project_id = ${projectId} and k.code_key = ${key} and ${isFirstClaim}
      and not exists (select from invite_codes v where ${isInviteClaim} and v.email = k.email)`,
    codes: sql`select c.key from codes c where c.project_id = ${projectId} and c.key = ${key}`,
  };
}

/** Returns the keys of the codes of a branch. */
async function listBranchCodes({ db, projectId }: Context, { people, codes }: BranchStart): Promise<string[]> {
  const rows = await queryRows<{ key: string }>(
    db,
    sql`with recursive person (email) as (
        ${people}
        union
        select k.email from person, ${invitationsBy(projectId, sql`person.email`)} where ${isFirstClaim}
      )
      ${codes}
      union
      select c.key from person, lateral (select * from invite_codes where project_id = ${projectId} and email = person.email offset 0) as v
        join lateral (select key, batch_id from codes where project_id = v.project_id and key = v.code_key offset 0) as c on c.batch_id = v.batch_id`,
  );
  return rows.map(({ key }) => key);
}

async function previewBranch(ctx: Context, start: BranchStart): Promise<BranchPreview> {
  const { db, projectId } = ctx;
  const keys = await listBranchCodes(ctx, start);
  const [preview] = await queryRows<BranchPreview>(
    db,
    sql`with code as materialized (select item as key from ${jsonItems(keys)}),
      person as materialized (
        select distinct k.email from code, lateral (select email from claims where project_id = ${projectId} and code_key = code.key offset 0) as k
      )
      select (select count(*)::int from code) as codes,
        (select count(*)::int from code where (select c.claims = 0 from codes c where c.project_id = ${projectId} and c.key = code.key)) as "unusedCodes",
        (select count(*)::int from person) as people,
        (select count(*)::int from person where not exists (select from claims o where o.project_id = ${projectId} and o.email = person.email
          and o.code_key not in (select key from code))) as "losingAccess"`,
  );
  if (!preview) throw new Error("The database returned no counts");
  return preview;
}

/** Deletes codes as a background job, in the bin if the project keeps what is deleted. */
const deleteBranch = async (ctx: Context, start: BranchStart): Promise<JobRecord> =>
  bulkUpdateCodes(ctx, { action: "delete", codes: await listBranchCodes(ctx, start), bin: true });

/** Returns what revoking the branch of a lead deletes. Throws `lead_not_found`. */
export const previewLeadBranch = async (ctx: Context, email: string): Promise<BranchPreview> =>
  previewBranch(ctx, await startAtLead(ctx, email));

/** Revokes the branch of a lead as a background job, and returns the job. Throws `lead_not_found`. */
export const revokeLeadBranch = async (ctx: Context, email: string): Promise<JobRecord> => deleteBranch(ctx, await startAtLead(ctx, email));

/** Returns what revoking the branch of a code deletes. Throws `code_not_found`. */
export const previewCodeBranch = async (ctx: Context, code: string): Promise<BranchPreview> =>
  previewBranch(ctx, await startAtCode(ctx, code));

/** Revokes the branch of a code as a background job, and returns the job. Throws `code_not_found`. */
export const revokeCodeBranch = async (ctx: Context, code: string): Promise<JobRecord> => deleteBranch(ctx, await startAtCode(ctx, code));
