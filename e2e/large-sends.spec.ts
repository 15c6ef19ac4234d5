import { newId } from "@/lib/ids";
import { routes, sendPath, wavePath } from "@/lib/routes";
import { queryDatabase } from "./harness/database";
import { expect, expectAccessibleInEachLook, openPage, test } from "./harness/fixtures";
import { getApi } from "./harness/leads";
import { createLead, sendProgress } from "./harness/sends";
import { signIn } from "./harness/staff";
import { heavyOnly } from "./harness/tags";

const total = 60_000;

type JobState = { status: "queued" | "running" | "failed"; processed: number };

/**
 * Inserts a large send, or that of a large wave, and the job that queues its emails. Once the job has begun, two of them are queued. No worker
 * runs the job, so that it stays as it is.
 */
async function insertLargeSend(kind: "announcement" | "invitation", { status, processed }: JobState): Promise<string> {
  const id = newId();
  const [jobKind, deliveryKind] = kind === "announcement" ? ["send.queue", kind] : ["wave.invite", "code"];
  const emails = processed === 0 ? [] : [await createLead("large"), await createLead("large")];
  const toCode = (email: string) => (kind === "announcement" ? null : email);
  const error = { error: "code_not_found", message: "The code was deleted." };
  await queryDatabase(
    (sql) => sql`insert into sends (project_id, id, kind, actor_kind, received, notified, skipped, subject, body)
      select id, ${id}, ${kind}, 'system', ${total}, ${emails.length}, '{}', 'News', 'We open.' from projects order by id limit 1`,
  );
  for (const email of emails)
    await queryDatabase(
      (sql) => sql`insert into deliveries (project_id, id, kind, send_id, email, code_key, code_text)
        select project_id, ${newId()}, ${deliveryKind}, id, ${email}, ${toCode(email)}, ${toCode(email)} from sends where id = ${id}`,
    );
  await queryDatabase(
    (sql) => sql`insert into background_jobs (project_id, id, kind, status, params, total, processed, changed, error, actor_kind, ended_at)
      select project_id, id, ${jobKind}, ${status}, '{}', ${total}, ${processed}, ${processed},
        ${status === "failed" ? sql.json(error) : null}, 'system', ${status === "failed" ? new Date() : null} from sends where id = ${id}`,
  );
  return id;
}

/** Inserts a large wave whose send has two invitations, and returns its ID and that of its job. */
async function insertLargeWave(state: JobState): Promise<{ id: string; job: string }> {
  const job = await insertLargeSend("invitation", state);
  const id = newId();
  await queryDatabase(
    (sql) => sql`insert into waves (project_id, id, name, status, size, filter, code_type, invited, actor_kind, pass_on, job_id, sent_at)
      select project_id, ${id}, 'Everyone', 'sent', ${total}, '{}', 'creative', notified, 'system', false, id, now() from sends where id = ${job}`,
  );
  await queryDatabase(
    (sql) => sql`insert into lead_invitations (project_id, code_key, code_text, email, was_waiting, wave_id)
      select project_id, code_key, code_text, email, false, ${id} from deliveries where send_id = ${job}`,
  );
  return { id, job };
}

const setProcessed = (id: string, processed: number) =>
  queryDatabase((sql) => sql`update background_jobs set processed = ${processed}, changed = ${processed} where id = ${id}`);

test("a large send shows how many emails are queued while the page is open, and Stop ends it", heavyOnly, async ({ page, context }) => {
  const id = await insertLargeSend("announcement", { status: "running", processed: 20_000 });
  const progress = sendProgress(page);
  const bar = progress.getByRole("progressbar", { name: "Queueing 60,000 emails" });
  await signIn(context);
  await openPage(page, sendPath(id));
  await expect(progress.getByText("20,000 of 60,000")).toBeVisible();
  await expect(bar).toHaveAttribute("aria-valuetext", "20,000 of 60,000");
  await expect(page.getByText("To up to 60,000 leads")).toBeVisible();
  await expectAccessibleInEachLook(page);
  await setProcessed(id, 40_000);
  await expect(progress.getByText("40,000 of 60,000")).toBeVisible();

  await progress.getByRole("button", { name: "Stop sending" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Up to 20,002 leads won't get it.");
  await dialog.getByRole("button", { name: "Stop sending" }).click();
  await expect(progress.getByText("Sending was stopped. 40,000 of 60,000 emails were already queued.")).toBeVisible();
  await expect(progress.getByText("Done")).toBeVisible();
  await expect(progress.getByRole("button", { name: "Canceled 2" })).toBeVisible();
  await expect(progress.getByRole("button", { name: "Stop sending" })).toHaveCount(0);
  await expect(bar).toHaveCount(0);
  expect(await getApi(`/jobs/${id}`)).toMatchObject({ status: "canceled", processed: 40_000 });
});

test("a large send that waits for the worker says so, and one that failed says why", heavyOnly, async ({ page, context }) => {
  const queued = await insertLargeSend("announcement", { status: "queued", processed: 0 });
  const failed = await insertLargeSend("announcement", { status: "failed", processed: 20_000 });
  const progress = sendProgress(page);
  await signIn(context);
  await openPage(page, sendPath(queued));
  const bar = progress.getByRole("progressbar", { name: "Queueing 60,000 emails" });
  await expect(bar).toContainText("Queued");
  await expect(bar).toHaveAttribute("aria-valuetext", "Queued");
  await expect(progress.getByText("No emails yet")).toBeVisible();
  await expect(page.getByRole("table", { name: "Emails" })).toContainText("No emails are queued yet.");

  await openPage(page, sendPath(failed));
  await expect(progress).toContainText("Failed to queue emails. The code was deleted. 20,000 of 60,000 emails were already queued.");

  // On other pages, the panel shows the job.
  await openPage(page, routes.leads);
  const panel = page.getByRole("region", { name: "Background jobs" });
  await panel.getByRole("button", { name: "Cancel: Queueing 60,000 emails" }).click();
  await expect(panel.getByText("Sending was stopped")).toBeVisible();
});

test("a large wave shows how many people are invited, and Stop ends it", heavyOnly, async ({ page, context }) => {
  const { id, job } = await insertLargeWave({ status: "running", processed: 20_000 });
  const bar = page.getByRole("main").getByRole("progressbar", { name: "Inviting 60,000 people" });
  await signIn(context);
  await openPage(page, wavePath(id));
  await expect(bar).toContainText("20,000 of 60,000");
  await expect(page.getByText("Inviting", { exact: true })).toBeVisible();
  await setProcessed(job, 50_000);
  await expect(bar).toContainText("50,000 of 60,000");

  await page.getByRole("button", { name: "Stop wave" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Stop wave" }).click();
  await expect(page.getByRole("main").getByText("Inviting people was stopped.")).toBeVisible();
  // Their emails weren't sent yet.
  await expect(page.getByText("No invitations")).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop wave" })).toHaveCount(0);
  await expect(bar).toHaveCount(0);
  expect(await getApi(`/waves/${id}`)).toMatchObject({ inviting: { status: "canceled", processed: 50_000 } });
});
