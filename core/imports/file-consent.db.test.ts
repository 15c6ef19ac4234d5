import { expect, test } from "vitest";
import { insertProject } from "@/tests/harness/factories";
import { uploadLeads } from "@/tests/harness/imports";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { listSuppressions } from "../suppressions/list";
import { detectPreset } from "./detect-preset";
import { summarizeFileConsent } from "./file-consent";
import { checkImport, runImport } from "./start";

const app = await createTestApp();
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;

const suppressed = async (ctx: Context) =>
  (await collectAll(await listSuppressions(ctx, {}))).map(({ email, reason }) => `${email} ${reason}`).sort();

const columns = (last: string) => `Email Address,First Name,OPTIN_TIME,CONFIRM_TIME,${last}`;
const row = (name: string, time: string) => `${name}@example.org,,2025-03-04 05:06:07,2025-03-04 05:06:07,${time}`;

test.each([
  [
    "unsubscribed_email_audience_export_1a2b3c.csv",
    [columns("UNSUB_TIME,UNSUB_CAMPAIGN_TITLE"), row("a", "2025-04-04 05:06:07,March"), row("b", ",")],
    ["a@example.org unsubscribed", "b@example.org unsubscribed"],
  ],
  [
    "audience.csv",
    [columns("UNSUB_TIME"), row("a", "2025-04-04 05:06:07"), row("b", "")],
    ["a@example.org unsubscribed", "b@example.org unsubscribed"],
  ],
  ["cleaned_email_audience_export_1a2b3c.csv", [columns("CLEAN_TIME,CLEAN_CAMPAIGN_TITLE"), row("a", ",")], ["a@example.org bounced"]],
  ["joined.csv", [columns("UNSUB_TIME"), row("a", "2025-04-04 05:06:07"), row("b", ""), row("c", "")], ["a@example.org unsubscribed"]],
])("everyone in Mailchimp's %s is suppressed as its columns say", async (name, file, people) => {
  const ctx = await createProject();
  const { id, suggestedMapping, questions } = await uploadLeads(ctx, file.join("\n"), name);
  expect(questions.filter(({ suggestion }) => suggestion === null)).toEqual([]);
  await checkImport(ctx, id, { mapping: suggestedMapping });
  await runImport(ctx, id);
  expect(await suppressed(ctx)).toEqual(people);
});

test.each([
  ["nonsubscribed_email_audience_export_1a2b3c.csv", "unsubscribed", ["a@example.org unsubscribed"]],
  ["blocked_contacts.csv", "complained", ["a@example.org complained"]],
  ["unsubscribes.csv", "ignore", []],
])("it is asked whether people in %s can be emailed", async (name, answer, people) => {
  const ctx = await createProject();
  const { id, suggestedMapping, questions } = await uploadLeads(ctx, "email\na@example.org", name);
  expect(questions.map(({ kind, rows, suggestion }) => [kind, rows, suggestion])).toEqual([["file_consent", 1, null]]);
  const error = await checkImport(ctx, id, { mapping: suggestedMapping }).catch((reason) => reason);
  expect(error.fields).toEqual({ "answers.file_consent": [expect.stringMatching(/must not be emailed.*kind=suppressions/)] });
  await checkImport(ctx, id, { mapping: suggestedMapping, answers: { file_consent: answer } });
  await runImport(ctx, id);
  expect(await suppressed(ctx)).toEqual(people);
});

test("an answer about the file doesn't apply to a file that isn't asked about", async () => {
  const ctx = await createProject();
  const { id, suggestedMapping } = await uploadLeads(ctx, "email\na@example.org", "leads.csv");
  const { counts } = await checkImport(ctx, id, { mapping: suggestedMapping, answers: { file_consent: "unsubscribed" } });
  expect(counts).toMatchObject({ new: 1, suppressed: 0 });
});

test("a file whose rows say who can be emailed isn't asked about as a whole", async () => {
  const ctx = await createProject();
  const { questions } = await uploadLeads(ctx, "email,subscribed\na@example.org,yes\nb@example.org,no", "unsubscribes.csv");
  expect(questions).toEqual([]);
});

// cspell:disable
test.each([
  [
    "unsubscribed",
    "unsubscribes, Unsubscribed contacts (2), opt-outs, Abgemeldete Kontakte, Abmeldungen, désabonnés, Désinscrits, bajas, desuscritos, disiscritti, descadastrados, uitgeschreven, wypisani, отписавшиеся, 配信停止リスト, 退订名单, 수신거부 목록",
  ],
  ["bounced", "bounces, hard_bounces, cleaned, invalid_emails, unzustellbar, rebotes, 不達"],
  ["complained", "complaints, spam_reports, Beschwerden, plaintes, жалобы"],
  [
    "unknown",
    "suppressions, suppression-list, blocked_contacts, do-not-contact, Do not email, DNC list, blocklist, blacklist, Sperrliste, liste noire, lista negra, contactos bloqueados, черный список, 黑名单, 차단 목록, nonsubscribed_export, unsubscribes and bounces",
  ],
  [
    "nothing",
    "leads, contacts 2025, subscribers, subscribed_email_audience_export, blockchain-leads, exclusive offers, waitlist, audience, Kunden, ",
  ],
])("what the names of files say: %s", (reason, names) => {
  const read = (name: string) => {
    const file = { kind: "leads", file_name: `${name}.csv`, columns: ["email"], column_stats: null, row_count: 1 } as const;
    const found = summarizeFileConsent({ ...file, columns: ["email"] }, detectPreset(["email"]));
    return found === null ? "nothing" : (found.reason ?? "unknown");
  };
  expect(names.split(", ").map((name) => [name, read(name)])).toEqual(names.split(", ").map((name) => [name, reason]));
});
// cspell:enable
