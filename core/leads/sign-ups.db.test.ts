import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { insertLead, insertProject, secondsFromNow, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { pauseProject } from "../projects/pause";
import { updateProject } from "../projects/update";
import { createLead, joinWaitlist } from "./create";
import { isWaitlistFull } from "./sign-ups";
import { setOnWaitlist } from "./waitlist";

const app = await createTestApp({ max: 20 });

async function createProject(settings: Parameters<typeof updateProject>[1]): Promise<{ ctx: Context; visitor: Context }> {
  const { ctx } = await insertProject(app.ctx);
  await updateProject(ctx, settings);
  return { ctx, visitor: { ...ctx, actor: { kind: "visitor", id: null } } };
}

const join = (ctx: Context, email = uniqueEmail()) => getOutcome(joinWaitlist(ctx, { email }));

test("people can join between the opening and the closing time, and staff can always add leads", async () => {
  const early = await createProject({ signUpsOpenAt: secondsFromNow(3600), timeZone: "Europe/Berlin" });
  expect(await join(early.visitor)).toBe("sign_ups_closed");
  await expect(createLead(early.visitor, { email: uniqueEmail() })).rejects.toThrow(/^Sign-ups open on .+ \(.+ UTC\)\.$/);
  const late = await createProject({ signUpsCloseAt: secondsFromNow(-1), signUpsClosedMessage: "See you next year." });
  await expect(joinWaitlist(late.visitor, { email: uniqueEmail() })).rejects.toThrow("See you next year.");
  const open = await createProject({ signUpsOpenAt: secondsFromNow(-60), signUpsCloseAt: secondsFromNow(60) });
  expect(await join(open.visitor)).toBe("done");
  for (const { ctx } of [early, late]) expect(await join(ctx)).toBe("done");
  const existing = uniqueEmail();
  await createLead(early.ctx, { email: existing });
  expect(await join(early.visitor, existing)).toBe("sign_ups_closed");
  await pauseProject(late.ctx, { pause: ["sign_ups"] });
  expect(await join(late.visitor)).toBe("sign_ups_paused");
});

test("sign-ups can't close before they open, also if only one of the times changes", async () => {
  const { ctx } = await createProject({ signUpsOpenAt: "2027-01-01T00:00:00Z" });
  const problem = { fields: { signUpsCloseAt: ["must be after signUpsOpenAt"] } };
  await expect(updateProject(ctx, { signUpsCloseAt: "2027-01-01T00:00:00Z" })).rejects.toMatchObject(problem);
  await updateProject(ctx, { signUpsCloseAt: "2027-02-01T00:00:00Z" });
  await expect(updateProject(ctx, { signUpsOpenAt: "2027-03-01T00:00:00Z" })).rejects.toMatchObject(problem);
});

test("64 people who join at once never exceed the maximum size of the waitlist", async () => {
  const { ctx, visitor } = await createProject({ waitlistLimit: 10 });
  for (let n = 0; n < 3; n++) await insertLead(ctx, { onWaitlist: true });
  const outcomes = await Promise.all(Array.from({ length: 64 }, () => join(visitor)));
  expect(Map.groupBy(outcomes, (outcome) => outcome).get("done")).toHaveLength(7);
  expect(new Set(outcomes)).toEqual(new Set(["done", "waitlist_full"]));
  expect(
    await queryRows(ctx.db, sql`select count(*)::int as waiting from leads where project_id = ${ctx.projectId} and on_waitlist`),
  ).toEqual([{ waiting: 10 }]);
});

test("a full waitlist has a place again after someone leaves it, and takes leads who don't wait", async () => {
  const { ctx, visitor } = await createProject({ waitlistLimit: 1, signUpsClosedMessage: "Full!" });
  const first = uniqueEmail();
  expect(await join(visitor, first)).toBe("done");
  await expect(joinWaitlist(visitor, { email: uniqueEmail() })).rejects.toThrow("Full!");
  // The answer is the same for the one who waits.
  expect(await join(visitor, first)).toBe("waitlist_full");
  expect(await getOutcome(createLead(visitor, { email: uniqueEmail() }))).toBe("done");
  expect(await join(ctx)).toBe("done");
  const waiting = await queryRows<{ email: string }>(
    ctx.db,
    sql`select email from leads where project_id = ${ctx.projectId} and on_waitlist`,
  );
  await setOnWaitlist(
    ctx,
    waiting.map(({ email }) => email),
    false,
  );
  expect(await join(visitor)).toBe("done");
});

test("people who still have to confirm their email have a place", async () => {
  const { ctx, visitor } = await createProject({ waitlistLimit: 2, doubleOptIn: true });
  expect([await join(visitor), await join(visitor), await join(visitor)]).toEqual(["done", "done", "waitlist_full"]);
  expect(await isWaitlistFull(ctx, 2)).toBe(true);
  expect(await isWaitlistFull(ctx, 3)).toBe(false);
  await pauseProject(ctx, { pause: ["sign_ups"] });
  expect(await getErrorName(joinWaitlist(visitor, { email: uniqueEmail() }))).toBe("sign_ups_paused");
});
