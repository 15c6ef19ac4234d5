import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { OverviewReply } from "@/contract/overview";
import { queryRows } from "@/db/query";
import { connectSmtpServer, insertBatch, insertCode, insertLead, insertProject } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "./context";
import { getOverview } from "./overview";

const world = await createTestApp();

describe("attention", () => {
  const attentionOf = async (ctx: Context): Promise<OverviewReply["attention"]> => (await getOverview(ctx)).attention;
  /** A project with a mail server, which wants nothing of itself. */
  const aQuietProject = async () => {
    const project = await insertProject(world.ctx);
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

  test("is drawn to messages that failed within a week, and to their send where it is one", async () => {
    const { ctx } = await aQuietProject();
    await failed(ctx, [2], { ago: "8 days" });
    await failed(ctx, [2], { status: "sent" });
    expect(await attentionOf(ctx)).toEqual([]);
    const [send] = await failed(ctx, [1]);
    expect(await attentionOf(ctx)).toEqual([
      { name: "failed_deliveries", count: 1, about: send, message: "1 message of the last 7 days was refused for good." },
    ]);
    await failed(ctx, [2]);
    expect(await attentionOf(ctx)).toEqual([
      { name: "failed_deliveries", count: 3, about: null, message: "3 messages of the last 7 days were refused for good." },
    ]);
  });

  test("is drawn to mail that is not connected, or cannot be read any more", async () => {
    const { ctx } = await insertProject(world.ctx);
    expect(await attentionOf(ctx)).toMatchObject([{ name: "mail_not_connected", count: null, about: null }]);
    await connectSmtpServer(ctx);
    expect(await attentionOf(ctx)).toEqual([]);
    await ctx.db.execute(sql`update projects set smtp_encrypted = '1.of another secret' where id = ${ctx.projectId}`);
    expect(await attentionOf(ctx)).toMatchObject([{ name: "mail_unreadable", message: expect.stringContaining("entered again") }]);
  });

  test("is drawn to a format that its next batch may fill", async () => {
    const { ctx } = await aQuietProject();
    const batch = await insertBatch(ctx, { type: "numeric" });
    const amount = (made: number) =>
      ctx.db.execute(sql`update batches set amount = ${made} where project_id = ${ctx.projectId} and id = ${batch}`);
    await insertCode(ctx, { type: "numeric", text: "000001", batch });
    await amount(999_999);
    expect(await attentionOf(ctx)).toEqual([]);
    await amount(1_000_000);
    expect(await attentionOf(ctx)).toEqual([
      { name: "format_running_out", count: 999_999, about: "numeric", message: "999,999 more codes fit the format numeric." },
    ]);
  });

  test("is drawn to tasks that failed within a week, with why", async () => {
    const { ctx } = await aQuietProject();
    const task = async (state: string, ago: string) => {
      const [made] = await queryRows<{ id: string }>(
        ctx.db,
        sql`insert into background_jobs (project_id, id, kind, status, actor_kind, error, ended_at) values (${ctx.projectId}, uuidv7(-${ago}::interval), 'codes.delete', ${state}, 'system',
          ${JSON.stringify({ error: "unavailable", message: "The database was away." })}::jsonb, now()) returning id`,
      );
      return made?.id;
    };
    await task("done", "1 day");
    await task("failed", "8 days");
    const about = await task("failed", "1 day");
    expect(await attentionOf(ctx)).toEqual([
      { name: "task_failed", count: null, about, message: "Deleting codes failed: The database was away." },
    ]);
  });
});
