import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { OverviewReply } from "@/contract/overview";
import { queryRows } from "@/db/query";
import { connectSmtpServer, insertBatch, insertCode, insertLead, insertProject } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "./context";
import { getOverview } from "./overview";

const app = await createTestApp();

describe("listAttentionItems", () => {
  const getAttention = async (ctx: Context): Promise<OverviewReply["attention"]> => (await getOverview(ctx)).attention;
  /** A project with a mail server, which wants nothing of itself. */
  const createQuietProject = async () => {
    const project = await insertProject(app.ctx);
    await connectSmtpServer(project.ctx);
    return project;
  };

  async function failed(ctx: Context, sends: readonly number[], { ago = "1 day", status = "failed" } = {}): Promise<string[]> {
    const ids: string[] = [];
    for (const messages of sends) {
      const [send] = await queryRows<{ id: string }>(
        ctx.db,
        sql`insert into sends (project_id, id, kind, received, notified) values (${ctx.projectId}, uuidv7(), 'code', 1, 1) returning id`,
      );
      ids.push(send?.id ?? "");
      for (let i = 0; i < messages; i++) {
        await ctx.db.execute(
          sql`insert into deliveries (project_id, id, send_id, email, code_key, code_text, status, updated_at)
            values (${ctx.projectId}, uuidv7(), ${send?.id}, ${await insertLead(ctx)}, 'code', 'code', ${status}, now() - ${ago}::interval)`,
        );
      }
    }
    return ids;
  }

  test("reports emails that failed within a week, with their send if there is only one", async () => {
    const { ctx } = await createQuietProject();
    await failed(ctx, [2], { ago: "8 days" });
    await failed(ctx, [2], { status: "sent" });
    expect(await getAttention(ctx)).toEqual([]);
    const [send] = await failed(ctx, [1]);
    expect(await getAttention(ctx)).toEqual([
      { name: "failed_deliveries", count: 1, about: send, message: "1 message of the last 7 days was refused for good." },
    ]);
    await failed(ctx, [2]);
    expect(await getAttention(ctx)).toEqual([
      { name: "failed_deliveries", count: 3, about: null, message: "3 messages of the last 7 days were refused for good." },
    ]);
  });

  test("reports missing and unreadable email settings", async () => {
    const { ctx } = await insertProject(app.ctx);
    expect(await getAttention(ctx)).toMatchObject([{ name: "mail_not_connected", count: null, about: null }]);
    await connectSmtpServer(ctx);
    expect(await getAttention(ctx)).toEqual([]);
    await ctx.db.execute(sql`update projects set smtp_encrypted = '1.of another secret' where id = ${ctx.projectId}`);
    expect(await getAttention(ctx)).toMatchObject([{ name: "mail_unreadable", message: expect.stringContaining("entered again") }]);
  });

  test("reports a format that the next batch could exhaust", async () => {
    const { ctx } = await createQuietProject();
    const batch = await insertBatch(ctx, { type: "numeric" });
    const amount = (insertFailedJob: number) =>
      ctx.db.execute(sql`update batches set amount = ${insertFailedJob} where project_id = ${ctx.projectId} and id = ${batch}`);
    await insertCode(ctx, { type: "numeric", text: "000001", batch });
    await amount(999_999);
    expect(await getAttention(ctx)).toEqual([]);
    await amount(1_000_000);
    expect(await getAttention(ctx)).toEqual([
      { name: "format_running_out", count: 999_999, about: "numeric", message: "999,999 more codes fit the format numeric." },
    ]);
  });

  test("reports jobs that failed within a week, with the reason", async () => {
    const { ctx } = await createQuietProject();
    const insertJob = async (state: string, ago: string) => {
      const [insertFailedJob] = await queryRows<{ id: string }>(
        ctx.db,
        sql`insert into background_jobs (project_id, id, kind, status, actor_kind, error, ended_at) values (${ctx.projectId}, uuidv7(-${ago}::interval), 'codes.delete', ${state}, 'system',
          ${JSON.stringify({ error: "unavailable", message: "The database was away." })}::jsonb, now()) returning id`,
      );
      return insertFailedJob?.id;
    };
    await insertJob("done", "1 day");
    await insertJob("failed", "8 days");
    const about = await insertJob("failed", "1 day");
    expect(await getAttention(ctx)).toEqual([
      { name: "task_failed", count: null, about, message: "Deleting codes failed: The database was away." },
    ]);
  });
});
