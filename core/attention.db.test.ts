import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { OverviewReply } from "@/contract/overview";
import { queryRows } from "@/db/query";
import { webhooks } from "@/db/schema";
import { newId } from "@/lib/ids";
import { connectSmtpServer, insertBatch, insertCode, insertLead, insertProject } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "./context";
import { getOverview } from "./overview";

const app = await createTestApp();

describe("the attention list", () => {
  const getAttention = async (ctx: Context): Promise<OverviewReply["attention"]> =>
    (await getOverview(ctx)).attention.filter(({ name }) => name !== "local_links");
  /** Creates a project with a mail server, which needs no attention. */
  const createQuietProject = async () => {
    const project = await insertProject(app.ctx);
    await connectSmtpServer(project.ctx);
    return project;
  };

  async function insertDeliveries(ctx: Context, sends: readonly number[], { ago = "1 day", status = "failed" } = {}): Promise<string[]> {
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
    await insertDeliveries(ctx, [2], { ago: "8 days" });
    await insertDeliveries(ctx, [2], { status: "sent" });
    expect(await getAttention(ctx)).toEqual([]);
    const [send] = await insertDeliveries(ctx, [1]);
    expect(await getAttention(ctx)).toEqual([
      { name: "failed_deliveries", count: 1, subject: send, message: "1 email failed in the last 7 days." },
    ]);
    await insertDeliveries(ctx, [2]);
    expect(await getAttention(ctx)).toEqual([
      { name: "failed_deliveries", count: 3, subject: null, message: "3 emails failed in the last 7 days." },
    ]);
  });

  test("reports webhooks that have been failing for an hour or were disabled, by a name that keeps the path of the URL secret", async () => {
    const { ctx } = await createQuietProject();
    const insertWebhook = async (values: object): Promise<string> => {
      const id = newId();
      await ctx.db.insert(webhooks).values({
        projectId: ctx.projectId,
        id,
        url: "https://hooks.example.org/secret",
        description: "",
        format: "standard",
        secretEncrypted: "",
        position: id,
        ...values,
      });
      return id;
    };
    const ago = (interval: string) => sql`now() - ${interval}::interval`;
    await insertWebhook({ failingSince: ago("50 minutes") });
    await insertWebhook({ status: "paused", failingSince: ago("2 hours") });
    await insertWebhook({ status: "disabled", stopReason: "gone", deletedAt: sql`now()` });
    expect(await getAttention(ctx)).toEqual([]);
    const failing = await insertWebhook({ failingSince: ago("70 minutes") });
    const disabled = await insertWebhook({ status: "disabled", stopReason: "failing", description: "Shop" });
    const gone = await insertWebhook({ status: "disabled", stopReason: "gone", description: "Books" });
    expect(await getAttention(ctx)).toEqual([
      {
        name: "webhook_failing",
        count: null,
        subject: failing,
        message: expect.stringMatching(/^The webhook “hooks\.example\.org” has been failing since .*, \d+:\d\d/),
      },
      {
        name: "webhook_disabled",
        count: null,
        subject: disabled,
        message: "The webhook “Shop” was disabled because it failed for 5 days.",
      },
      { name: "webhook_disabled", count: null, subject: gone, message: "The webhook “Books” was disabled because it no longer exists." },
    ]);
  });

  test("reports links in emails that only work on this computer, once a mail server is connected", async () => {
    const { ctx } = await insertProject(app.ctx);
    const list = async () => (await getOverview(ctx)).attention.filter(({ name }) => name === "local_links");
    expect(await list()).toEqual([]);
    await connectSmtpServer(ctx);
    expect(await list()).toEqual([
      {
        name: "local_links",
        count: null,
        subject: null,
        message:
          "Links in emails point to http://localhost:3000, which only works on this computer. Set APP_URL to the URL of your site in .env and restart Gatehouse.",
      },
    ]);
  });

  test("reports that the password of the mail server is sent without encryption, unless it stays on this computer", async () => {
    const { ctx } = await createQuietProject();
    const server = { host: "smtp.example.org", port: 25, security: "none", user: "gatehouse", password: "open sesame" } as const;
    await connectSmtpServer(ctx, server);
    expect(await getAttention(ctx)).toEqual([
      {
        name: "unencrypted_password",
        count: null,
        subject: null,
        message: "The password is sent to smtp.example.org without encryption, so others in between can read it. Use STARTTLS or TLS.",
      },
    ]);
    for (const quiet of [{ host: "127.0.0.1" }, { security: "starttls" }, { security: "tls" }, { user: null, password: null }] as const) {
      await connectSmtpServer(ctx, { ...server, ...quiet });
      expect(await getAttention(ctx)).toEqual([]);
    }
  });

  test("reports missing and unreadable email settings", async () => {
    const { ctx } = await insertProject(app.ctx);
    expect(await getAttention(ctx)).toMatchObject([{ name: "email_not_connected", count: null, subject: null }]);
    await connectSmtpServer(ctx);
    expect(await getAttention(ctx)).toEqual([]);
    await ctx.db.execute(sql`update projects set smtp_encrypted = '1.of another secret' where id = ${ctx.projectId}`);
    expect(await getAttention(ctx)).toMatchObject([
      { name: "email_settings_unreadable", message: expect.stringContaining("AUTH_SECRET has changed") },
    ]);
  });

  test("reports a format that the next batch could exhaust", async () => {
    const { ctx } = await createQuietProject();
    const batch = await insertBatch(ctx, { type: "numeric" });
    const setAmount = (amount: number) =>
      ctx.db.execute(sql`update batches set amount = ${amount} where project_id = ${ctx.projectId} and id = ${batch}`);
    await insertCode(ctx, { type: "numeric", text: "000001", batch });
    await setAmount(999_999);
    expect(await getAttention(ctx)).toEqual([]);
    await setAmount(1_000_000);
    expect(await getAttention(ctx)).toEqual([
      {
        name: "format_running_out",
        count: 999_999,
        subject: "numeric",
        message: "Only 999,999 unused numeric codes are left.",
      },
    ]);
  });

  test("reports jobs that failed within a week, with the reason", async () => {
    const { ctx } = await createQuietProject();
    const insertJob = async (status: string, ago: string) => {
      const [job] = await queryRows<{ id: string }>(
        ctx.db,
        sql`insert into background_jobs (project_id, id, kind, status, actor_kind, error, ended_at) values (${ctx.projectId}, uuidv7(-${ago}::interval), 'codes.delete', ${status}, 'system',
          ${JSON.stringify({ error: "unavailable", message: "The database timed out." })}::jsonb, now()) returning id`,
      );
      return job?.id;
    };
    await insertJob("completed", "1 day");
    await insertJob("failed", "8 days");
    const subject = await insertJob("failed", "1 day");
    expect(await getAttention(ctx)).toEqual([
      { name: "job_failed", count: null, subject, message: "Deleting codes failed. The database timed out." },
    ]);
  });
});
