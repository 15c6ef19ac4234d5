// cspell:disable
import { readdirSync, readFileSync } from "node:fs";
import { parseCsv } from "hucre/csv";
import { expect, test } from "vitest";
import { type ImportAnswers, importQuestions } from "@/contract/import-questions";
import { columnCounter } from "./column-stats";
import { summarizeColumns } from "./column-summaries";
import { suggestMapping } from "./detect-mapping";
import { detectPreset } from "./detect-preset";
import { rowParser } from "./parse-row";

const folder = new URL("preset-files/", import.meta.url);

/** Reads a file as an import does with the suggested mapping. */
function readExport(name: string, answers: ImportAnswers = {}) {
  const [columns = [], ...rows] = parseCsv(readFileSync(new URL(`${name}.csv`, folder), "utf8")) as string[][];
  const counter = columnCounter();
  for (const row of rows) counter.add(row);
  const columnStats = counter.stats(columns);
  const summaries = summarizeColumns({ kind: "leads", columns, column_stats: columnStats, row_count: rows.length });
  const mapping = suggestMapping(columns, { kind: "leads", summaries, questions: [], remembered: {} });
  const settings = {
    mapping,
    answers,
    existing: "skip",
    waitlist: "column",
    waitlistOrder: "end",
    consent: "",
    dates: "month_first",
    tags: [],
  } as const;
  const parseRow = rowParser(columns, { ...settings, tags: [] }, [], {
    kind: "leads",
    format: "csv",
    timeZone: "UTC",
    columnStats,
    rowCount: rows.length,
    hasHeaders: true,
  });
  const people = rows.map((row) => {
    const { email, lead, problem } = parseRow(row);
    if (problem) return `${problem.column}: ${problem.reason}`;
    const {
      firstname = "",
      lastname = "",
      createdAt = "",
      tags = [],
      suppression,
      isUnconfirmed,
      onWaitlist,
      leftWaitlist,
      position,
    } = lead;
    const outcome =
      suppression?.reason ??
      (isUnconfirmed ? "unconfirmed" : onWaitlist ? "waiting" : leftWaitlist ? "left" : position === undefined ? "ok" : `#${position}`);
    return [email, `${firstname} ${lastname}`.trim(), createdAt.slice(0, 10), [...tags].sort().join(" "), outcome].join(" | ");
  });
  const asked = importQuestions(summaries, mapping, { rowCount: rows.length, suppressions: null }).map(({ kind, column, value }) =>
    `${kind} ${column} ${value ?? ""}`.trim(),
  );
  return { product: detectPreset(columns).product, people, asked };
}

const ada = (tags = "", outcome = "ok", date = "2025-03-04") => `ada@example.org | Ada Lovelace | ${date} | ${tags} | ${outcome}`;
const bob = (outcome = "unsubscribed", tags = "", date = "2025-03-05") => `bob@example.org | Bob Stone | ${date} | ${tags} | ${outcome}`;
const eve = (outcome: string, date = "2025-03-06") => `eve@example.org | Eve Moss | ${date} |  | ${outcome}`;
const may = (outcome: string, date = "2025-03-06") => `may@example.org | May Reed | ${date} |  | ${outcome}`;

const sam = (outcome: string) => `sam@example.org | Sam Wood | 2025-03-07 |  | ${outcome}`;
const kim = (outcome: string) => `kim@example.org | Kim Hill | 2025-03-08 |  | ${outcome}`;

const emailsOnly = (line: string) => line.replace(/\| \w+ \w+ \|/, "|  |");

type Expected = [file: string, product: string | null, people: string[], asked?: string[]];
const files: Expected[] = [
  ["activecampaign", "ActiveCampaign", [ada("beta vip"), bob(), eve("bounced")]],
  ["airtable", null, [ada("beta vip", "waiting"), "Status: must be"], ["value_meaning Status Invited", "unused_columns Last Modified"]],
  ["apple-contacts", null, [ada("", "ok", ""), bob("ok", "", "")], ["unused_columns Email (work)"]],
  ["aweber", "AWeber", [ada("vip"), bob()]],
  ["beehiiv", "beehiiv", [emailsOnly(ada()), "status: must be", emailsOnly(eve("bounced"))], ["value_meaning status inactive"]],
  ["brevo", "Brevo", [ada(), bob()]],
  ["buttondown", "Buttondown", [ada("vip"), bob(), eve("unsubscribed"), may("bounced"), sam("unconfirmed"), kim("ok")].map(emailsOnly)],
  ["campaign-monitor", "Campaign Monitor", [ada(), bob(), eve("unsubscribed"), may("bounced")]],
  ["carrd", null, [ada(), bob("ok")]],
  ["constant-contact", "Constant Contact", [ada("vip"), bob()]],
  ["customer-io", "Customer.io", [ada().replace(" Lovelace", ""), bob().replace(" Stone", ""), eve("ok").replace(" Moss", "")]],
  ["drip", "Drip", [ada("beta vip"), bob(), "status: must be"], ["value_meaning status removed"]],
  ["emailoctopus", "EmailOctopus", [ada("vip"), bob()]],
  ["eventbrite", "Eventbrite", [ada(), bob("ok")]],
  ["flodesk", null, ["Status: must be", bob("unsubscribed", "launch"), eve("bounced")], ["value_meaning Status Active"]],
  ["framer", null, [ada(), bob("ok")]],
  ["getresponse", "GetResponse", [ada()]],
  ["getwaitlist", "GetWaitlist", [ada("", "#0"), bob("#12")]],
  ["ghost", "Ghost", [ada("beta vip"), bob()]],
  ["google-contacts", "Google Contacts", [ada("", "ok", ""), bob("ok", "", "")]],
  ["google-forms", "Google Forms", [ada(), bob()], ["date_order Timestamp"]],
  ["gumroad", "Gumroad", [ada(), bob()]],
  ["hubspot", "HubSpot", [ada(), bob(), eve("unsubscribed"), may("bounced"), sam("bounced"), kim("bounced")]],
  ["intercom", "Intercom", [ada("vip"), bob(), eve("bounced"), may("complained", "2025-03-07")]],
  ["jotform", "Jotform", [ada()]],
  [
    "kit",
    "Kit",
    [ada("beta vip"), bob(), eve("bounced"), may("complained"), sam("unconfirmed")].map((line) =>
      line.replace(/ (?:Lovelace|Stone|Moss|Reed|Wood)/, ""),
    ),
  ],
  ["kickofflabs", "KickoffLabs", [ada("vip", "waiting"), bob()]],
  ["klaviyo", "Klaviyo", [ada(), bob(), eve("unsubscribed")]],
  ["launchlist", null, [ada("", "#1"), bob("#2")]],
  ["launchrock", null, [ada("", "#1"), bob("#2")]],
  ["lemon-squeezy", "Lemon Squeezy", [ada(), bob(), eve("bounced")]],
  ["linkedin", "LinkedIn", [ada(), bob("ok")]],
  ["listmonk", "listmonk", [ada(), bob(), eve("unsubscribed")]],
  ["loops", "Loops", [ada(), bob()]],
  ["luma", "Luma", [ada(), bob("waiting"), eve("left")]],
  ["mailchimp", "Mailchimp", [bob("unsubscribed", "beta vip")]],
  ["mailerlite", "MailerLite", [ada(), bob(), eve("bounced"), may("complained")]],
  ["mailgun-bounces", "Mailgun", [emailsOnly(bob("bounced", "", ""))]],
  ["mailgun-unsubscribes", "Mailgun", [emailsOnly(bob("unsubscribed", "", ""))]],
  ["mailjet", "Mailjet", [ada(), bob()]],
  ["microsoft-forms", "Microsoft Forms", [ada(), bob("ok")]],
  ["moosend", null, [ada("vip"), bob()], ["unused_columns Updated On"]],
  ["notion", "Notion", [ada("beta vip"), bob("ok")]],
  ["omnisend", null, [ada("vip"), bob(), eve("unsubscribed")], ["unused_columns emailStatusDate"]],
  ["outlook", "Outlook", [ada("friends", "ok", "")]],
  ["patreon", "Patreon", [ada("inner circle"), "Patron Status: must be"], ["value_meaning Patron Status Former patron"]],
  ["pipedrive", "Pipedrive", [ada("hot"), bob(), eve("bounced")]],
  ["postmark", "Postmark", [ada("", "bounced"), bob(), eve("complained")].map(emailsOnly)],
  ["prefinery", null, ["status: must be", "status: must be"], ["value_meaning status applied", "value_meaning status invited"]],
  ["resend", "Resend", [ada(), bob()]],
  ["salesforce", "Salesforce", [ada(), bob()]],
  ["sender", null, ["Email status: must be", bob(), eve("bounced"), may("complained")], ["value_meaning Email status Active"]],
  ["sendgrid-bounces", "SendGrid", [emailsOnly(bob("bounced", "", ""))]],
  ["shopify", "Shopify", [ada("beta vip", "ok", ""), bob("unsubscribed", "", "")]],
  ["squarespace", "Squarespace", [ada("vip"), bob()]],
  ["stripe", "Stripe", [ada(), bob("ok")]],
  ["substack", "Substack", [ada(), bob()].map(emailsOnly)],
  ["substack-stats", "Substack", [ada(), bob("ok")], ["unused_consent Receiving emails for"]],
  ["tally", "Tally", [ada()]],
  ["typeform", "Typeform", [ada().replace(" Lovelace", "")]],
  ["upviral", null, [ada(), bob("ok")]],
  ["viral-loops", "Viral Loops", [ada("", "#1"), bob("#2")]],
  ["waitlister", null, [ada("", "#1"), bob("#2")]],
  ["webflow", null, [ada(), bob("ok")]],
  ["wix", "Wix", [ada("vip"), bob(), eve("unsubscribed")]],
  ["woocommerce", "WooCommerce", [ada()]],
  ["zoho", "Zoho", [ada("vip"), bob()]],
];

test.each(files)("an export like %s of %s is recognized, with names, dates, tags and consent", (file, product, people, asked = []) => {
  const result = readExport(file);
  expect({ ...result, people: result.people.map((line) => line.replace(/^(.*status): must be.*/i, "$1: must be")) }).toEqual({
    product,
    people,
    asked,
  });
});

test("each file of a preset has an expectation", () => {
  expect(files.map(([file]) => `${file}.csv`).sort()).toEqual(readdirSync(folder).sort());
});

test("words of a waitlist tool become what was answered for them", () => {
  const answers = { "value_meaning:status:applied": "waiting", "value_meaning:status:invited": "left" };
  expect(readExport("prefinery", answers).people).toEqual([ada("", "waiting"), bob("left")]);
});
