import { expect, test } from "vitest";
import { aCode, aLead, aProject } from "@/tests/harness/factories";
import { actingAs, aStaff } from "@/tests/harness/staff";
import { aWorld } from "@/tests/harness/world";
import type { Context } from "./context";
import { begun } from "./overview";
import { invite } from "./staff/invitations";

const world = await aWorld();

/** A project as its owner finds it first, beside one where everything is begun. */
async function aNewInstall(): Promise<Context> {
  const { ctx: other } = await aProject(world.ctx);
  await aCode(other);
  await aLead(other);
  for (const role of ["owner", "member"] as const) await aStaff(other, { role });
  const { ctx } = await aProject(world.ctx);
  return actingAs(ctx, { role: "owner" });
}

test("nothing is begun in a new install, whatever other projects have", async () => {
  expect(await begun(await aNewInstall())).toEqual({ codes: false, leads: false, team: false });
});

test("codes and leads are begun with the first of them", async () => {
  const ctx = await aNewInstall();
  await aCode(ctx);
  expect(await begun(ctx)).toEqual({ codes: true, leads: false, team: false });
  await aLead(ctx);
  expect(await begun(ctx)).toEqual({ codes: true, leads: true, team: false });
});

test("the team is begun once somebody else is in it or invited, and not by who was removed", async () => {
  const ctx = await aNewInstall();
  await aStaff(ctx, { removed: true });
  expect(await begun(ctx)).toMatchObject({ team: false });
  await aStaff(ctx);
  expect(await begun(ctx)).toMatchObject({ team: true });

  const inviting = await aNewInstall();
  await invite(inviting, { email: "alan@example.org", role: "member" });
  expect(await begun(inviting)).toMatchObject({ team: true });
});
