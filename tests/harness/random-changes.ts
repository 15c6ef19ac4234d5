import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Context } from "@/core/context";
import { recordReport } from "@/core/email-reports/record";
import { confirmEmailChange, getEmailChangeNotice, requestEmailChange } from "@/core/leads/change-email";
import { resubscribe, unsubscribe } from "@/core/suppressions/unsubscribe";
import { queryRows } from "@/db/query";
import { type Api, apiClient } from "./api";
import { type Project, secondsFromNow, uniqueEmail, uniqueId } from "./factories";
import { importLeads, importSuppressionList } from "./imports";
import { deliverEmails } from "./sends";

type Change = readonly [name: string, weight: number, change: () => Promise<unknown>];

const pick = <T>(items: readonly T[]): T => items[randomInt(items.length)] as T;
const maybe = <T>(value: T): T | undefined => (randomInt(2) === 0 ? value : undefined);

/** Returns random changes of leads and codes of every kind, with how often each is made among all of them. */
export function randomChanges({ ctx, publicKey, secretKey }: Project): readonly Change[] {
  const api = apiClient(secretKey);
  const publicApi = apiClient(publicKey);

  async function pickRow(column: string, from: string): Promise<string> {
    const [row] = await queryRows<{ value: string }>(
      ctx.db,
      sql`select ${sql.raw(column)} as value from ${sql.raw(from)} where project_id = ${ctx.projectId} order by random() limit 1`,
    );
    return row?.value ?? "none";
  }

  /** A code and an email of the same row. */
  async function pickPair(table: string): Promise<{ code: string; email: string }> {
    const [code = "", email = "none@example.org"] = (await pickRow("code_key || ' ' || email", table)).split(" ");
    return { code, email };
  }

  const lead = () => pickRow("email", "leads");
  const leads = async () => [...new Set(await Promise.all(Array.from({ length: randomInt(1, 4) }, lead)))];
  const code = () => pickRow("text", "codes");
  const codes = async () => [...new Set(await Promise.all(Array.from({ length: randomInt(1, 4) }, code)))];
  const batch = () => pickRow("id", "batches");
  const send = () => pickRow("id", "sends");
  const patch = (path: string, body: object) => api.call("PATCH", path, { body });

  async function changeEmail(inner: Context): Promise<void> {
    const email = await lead();
    await requestEmailChange(inner, { email, newEmail: uniqueEmail() }).catch(() => undefined);
    const id = await pickRow("id", "email_changes");
    const notice = id === "none" ? null : await getEmailChangeNotice(inner, id);
    const token = new URL(notice?.link ?? "http://none").searchParams.get("token");
    if (token !== null) await confirmEmailChange(inner, token).catch(() => undefined);
  }

  async function importFile(): Promise<unknown> {
    const [known, referrer] = await Promise.all([lead(), lead()]);
    const rows = [`${known},Grace,${referrer},${pick(["", "unsubscribed"])}`, `${uniqueEmail()},Alan,${referrer},`];
    const { id } = await importLeads(ctx, `email,first name,referred by,status\n${rows.join("\n")}\n`, { existing: "overwrite" });
    return maybe(true) && api.post(`/imports/${id}/undo`);
  }

  async function importSuppressions(): Promise<unknown> {
    const { id } = await importSuppressionList(ctx, `email,reason\n${await lead()},${pick(["unsubscribed", "complained"])}\n`);
    return maybe(true) && api.post(`/imports/${id}/undo`);
  }

  async function bounce(): Promise<unknown> {
    const recipient = { reason: "bounced" as const, email: await lead(), messageId: null, detail: "550 5.1.1 No such user" };
    return recordReport(ctx, "dsn", { id: uniqueId(), recipients: [recipient] });
  }

  const createLead = async (client: Api) => {
    const referralCode = maybe(await pickRow("referral_code", "leads"));
    await client.post("/leads/create", {
      email: uniqueEmail(),
      waitlist: pick([true, false]),
      ...(referralCode !== "none" && { referralCode }),
    });
  };

  return [
    ["create a lead", 6, () => createLead(api)],
    ["sign up", 3, () => createLead(publicApi)],
    ["update a lead", 3, async () => patch(`/leads/email/${await lead()}`, pick([{ firstname: uniqueId() }, { notes: uniqueId() }]))],
    ["tag a lead", 1, async () => patch(`/leads/email/${await lead()}`, pick([{ addTags: ["vip"] }, { tags: [] }]))],
    ["change who waits", 2, async () => patch(`/leads/email/${await lead()}`, { waitlist: pick([true, false]) })],
    ["change an email", 2, () => changeEmail(ctx)],
    [
      "generate codes",
      3,
      async () =>
        api.post("/codes/generate", {
          amount: randomInt(1, 4),
          allowedClaims: randomInt(1, 4),
          reservedFor: maybe(await lead()),
          validUntil: pick([undefined, secondsFromNow(90_000), secondsFromNow(-5)]),
        }),
    ],
    ["claim", 6, async () => api.post("/codes/claim", { code: await code(), email: pick([uniqueEmail(), await lead()]) })],
    ["hold a code", 2, async () => api.post("/codes/hold", { code: await code(), email: await lead(), seconds: pick([1, 60]) })],
    ["revoke a claim", 2, async () => api.post("/claims/revoke", await pickPair("claims"))],
    ["decline", 1, async () => api.post("/codes/decline", await pickPair("lead_invitations"))],
    ["pause a code", 2, async () => patch(`/codes/${await code()}`, { paused: pick([true, false]) })],
    ["reserve a code", 2, async () => patch(`/codes/${await code()}`, { reservedFor: pick([null, await lead()]) })],
    ["extend a code", 2, async () => patch(`/codes/${await code()}`, pick([{ allowedClaims: 5 }, { validUntil: secondsFromNow(90_000) }]))],
    ["replace words", 1, async () => api.post(`/codes/${await code()}/new-words`)],
    [
      "update a batch",
      2,
      async () =>
        patch(
          `/batches/${await batch()}`,
          pick([{ name: uniqueId() }, { paused: true }, { paused: false }, { redemptionInstructions: uniqueId() }]),
        ),
    ],
    ["extend a batch", 1, async () => api.post("/batches/bulk", { action: "extend", batches: [await batch()], allowedClaims: 7 })],
    ["delete a batch", 1, async () => api.post("/batches/bulk", { action: "delete", batches: [await batch()], bin: pick([true, false]) })],
    ["send a code", 3, async () => api.post("/codes/send", { code: await code(), emails: await leads() })],
    ["invite", 3, async () => api.post("/leads/invite", { emails: await leads(), batch: maybe(await batch()) })],
    ["send a wave", 1, async () => api.post("/waves", { size: 2 })],
    ["announce", 1, async () => api.post("/announcements", { emails: await leads(), subject: "News", body: "Hello" })],
    ["cancel a send", 1, async () => api.post(`/sends/${await send()}/cancel`)],
    ["retry a send", 1, async () => api.post(`/sends/${await send()}/retry`)],
    ["deliver", 6, () => deliverEmails(ctx, pick(["sent", "sent", "saved_to_file", "failed", "bounced", "retrying", "released"]))],
    ["report a bounce", 1, bounce],
    ["suppress", 2, async () => api.post("/suppressions", { email: await lead(), reason: pick(["unsubscribed", "complained"]) })],
    ["update a suppression", 1, async () => patch(`/suppressions/${await pickRow("email", "suppressions")}`, { reason: "complained" })],
    ["remove a suppression", 2, async () => api.call("DELETE", `/suppressions/${await pickRow("email", "suppressions")}`)],
    ["unsubscribe", 1, async () => unsubscribe(ctx, await lead())],
    ["resubscribe", 1, async () => resubscribe(ctx, await lead())],
    ["import leads", 1, importFile],
    ["import suppressions", 1, importSuppressions],
    [
      "change several leads",
      3,
      async () => {
        const action = pick(["join_waitlist", "leave_waitlist", "return_to_waitlist", "reissue_invitation", "approve"]);
        return api.post("/leads/bulk", { action, emails: await leads() });
      },
    ],
    ["delete leads", 2, async () => api.post("/leads/bulk", { action: "delete", emails: await leads(), bin: pick([true, true, false]) })],
    ["delete a lead", 1, async () => api.post("/leads/delete", { email: await lead() })],
    [
      "change several codes",
      2,
      async () => {
        const action = pick(["pause", "resume", "extend"]);
        return api.post("/codes/bulk", { action, codes: await codes(), ...(action === "extend" && { allowedClaims: randomInt(1, 9) }) });
      },
    ],
    ["delete codes", 2, async () => api.post("/codes/bulk", { action: "delete", codes: await codes(), bin: pick([true, true, false]) })],
    ["restore", 4, async () => api.post("/bin/restore", { deletion: await pickRow("deletion_id", "bin_entries") })],
    ["delete from the bin", 1, async () => api.post("/bin/delete", { entries: [await pickRow("id", "bin_entries")] })],
  ];
}
