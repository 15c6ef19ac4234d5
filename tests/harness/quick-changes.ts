import { randomInt, randomUUID } from "node:crypto";
import { normalizeCode } from "@/contract/normalize";
import { ApiError } from "@/core/api-error";
import { revokeClaim } from "@/core/claims/revoke";
import { claimCode } from "@/core/codes/claim";
import { deleteCode } from "@/core/codes/delete";
import { generateCodes } from "@/core/codes/generate";
import { updateCode } from "@/core/codes/update";
import type { Context } from "@/core/context";
import { createLead } from "@/core/leads/create";
import { deleteLead } from "@/core/leads/delete";
import { updateLead } from "@/core/leads/update";
import { collectAll } from "./lists";

const pick = <T>(items: readonly T[]): T => items[randomInt(items.length)] as T;

/** How many leads and codes there are at a time, so that each changes often. */
const maxItems = 200;

/** Returns a function that makes one random change of leads and codes that it knows. Those that are refused don't count. */
export async function createQuickChanges(ctx: Context): Promise<() => Promise<void>> {
  const emails: string[] = [];
  const codes: string[] = [];
  const addLead = async () => {
    const email = `lead-${randomUUID()}@example.org`;
    await createLead(ctx, { email, waitlist: pick([true, false]) });
    emails.push(email);
  };
  const addCodes = async () => {
    const generated = await collectAll(await generateCodes(ctx, { amount: 5, allowedClaims: randomInt(1, 30) }));
    codes.push(...generated.map(({ code }) => normalizeCode(code)));
  };
  const take = (items: string[]): string => items.splice(randomInt(items.length), 1)[0] ?? "";
  const changes: (() => Promise<unknown>)[] = [
    ...Array.from({ length: 6 }, () => () => claimCode(ctx, { code: pick(codes), email: pick(emails) })),
    ...Array.from({ length: 4 }, () => () => updateLead(ctx, pick(emails), { notes: randomUUID() })),
    () => updateLead(ctx, pick(emails), { addTags: [pick(["vip", "press"])] }),
    () => updateLead(ctx, pick(emails), { waitlist: pick([true, false]) }),
    ...Array.from({ length: 3 }, () => () => updateCode(ctx, pick(codes), { paused: pick([true, false]) })),
    () => updateCode(ctx, pick(codes), { addTags: [pick(["vip", "press"])] }),
    () => updateCode(ctx, pick(codes), { allowedClaims: randomInt(30, 60) }),
    () => revokeClaim(ctx, { code: pick(codes), email: pick(emails) }),
    () => (emails.length < maxItems ? addLead() : deleteLead(ctx, take(emails))),
    () => (codes.length < maxItems ? addCodes() : deleteCode(ctx, take(codes))),
  ];
  while (emails.length < 40) await addLead();
  while (codes.length < 40) await addCodes();
  return async () => {
    for (;;) {
      try {
        await pick(changes)();
        return;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    }
  };
}
