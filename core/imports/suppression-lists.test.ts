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
import { summarizeSuppressions } from "./suppression-columns";

const folder = new URL("suppression-files/", import.meta.url);

/** Reads a list of suppressions as an import does with the suggested mapping and the suggested answers. */
function readList(name: string, answers: ImportAnswers = {}) {
  const text = readFileSync(new URL(`${name}.csv`, folder), "utf8");
  const table = parseCsv(text, { delimiter: text.includes("\t") ? "\t" : "," }) as string[][];
  const hasHeader = !table[0]?.some((cell) => cell.includes("@"));
  const columns = (table[0] ?? []).map((cell, index) => (hasHeader ? cell : `Column ${index + 1}`));
  const named = columns.map((column, index) => (columns.indexOf(column) < index ? `${column} (2)` : column));
  const rows = hasHeader ? table.slice(1) : table;
  const counter = columnCounter("suppressions");
  for (const row of rows) counter.add(row);
  const columnStats = counter.stats(named);
  const stored = { kind: "suppressions", columns: named, column_stats: columnStats, row_count: rows.length } as const;
  const summaries = summarizeColumns({ ...stored, columns: named });
  const preset = detectPreset(named, "suppressions");
  const suppressions = summarizeSuppressions({ kind: "suppressions", file_name: `${name}.csv`, columns: named }, preset);
  const mapping = suggestMapping(named, { kind: "suppressions", summaries, questions: [], remembered: {} });
  const asked = importQuestions(summaries, mapping, { rowCount: rows.length, suppressions });
  const suggested = Object.fromEntries(asked.flatMap(({ id, suggestion }) => (suggestion === null ? [] : [[id, suggestion]])));
  const settings = {
    mapping,
    existing: "skip",
    waitlist: "none",
    waitlistOrder: "end",
    consent: "",
    dates: "month_first",
    tags: [],
  } as const;
  const parseRow = rowParser(named, { ...settings, tags: [], answers: { ...suggested, ...answers } }, [], {
    kind: "suppressions",
    format: "csv",
    timeZone: "UTC",
    columnStats,
    rowCount: rows.length,
    hasHeaders: true,
  });
  const list = rows.map((row) => {
    const { email, lead, problem } = parseRow(row);
    if (problem) return `${problem.value}: ${problem.reason}`;
    return [email, lead.suppression?.reason, lead.suppression?.at?.slice(0, 10) ?? "", lead.notes ?? ""].join(" | ");
  });
  const open = asked.flatMap(({ kind, column, value, suggestion }) =>
    suggestion === null ? `${kind} ${column} ${value ?? ""}`.replace(/ +/g, " ").trim() : [],
  );
  return { product: preset.product, list, open };
}

type Expected = [file: string, product: string | null, list: string[], open?: string[]];

const unanswered = (email: string) => `${email}@example.org: has no reason`;

const files: Expected[] = [
  ["amazon-ses", "Amazon SES", ["ada@example.org | bounced | 2025-03-04 | ", "bob@example.org | complained | 2025-03-05 | "]],
  ["amazon-ses-cli", null, ["ada@example.org | bounced | 2025-03-04 | ", "bob@example.org | complained | 2025-03-05 | "]],
  ["amazon-ses-import", null, ["ada@example.org | bounced |  | ", "bob@example.org | complained |  | "]],
  [
    "brevo-blocked",
    "Brevo",
    [
      "ada@example.org | bounced | 2025-03-04 | ",
      "bob@example.org | complained | 2025-03-05 | ",
      "eve@example.org | staff | 2025-03-06 | ",
      "may@example.org | unsubscribed | 2025-03-07 | ",
    ],
  ],
  ["brevo-contacts", "Brevo", ["ada@example.org | unsubscribed |  | ", "bob@example.org: can be emailed, according to this file"]],
  ["gatehouse", "Gatehouse", ["ada@example.org | staff | 2025-03-04 | Asked by phone", "bob@example.org | complained | 2025-03-05 | "]],
  ["mailchimp-cleaned", "Mailchimp", ["ada@example.org | bounced | 2025-03-04 | "]],
  ["mailchimp-unsubscribed", "Mailchimp", ["ada@example.org | unsubscribed | 2025-03-04 | No longer interested"]],
  [
    "mailgun-bounces",
    "Mailgun",
    [
      "ada@example.org | bounced | 2025-03-04 | No such mailbox",
      "bob@example.org | bounced |  | Not delivering to previously bounced address",
    ],
  ],
  ["mailgun-complaints", null, ["ada@example.org | complained | 2025-03-04 | "]],
  [
    "mailgun-export",
    "Mailgun",
    [unanswered("ada"), "example.com: must be a valid email, such as ada@example.org"],
    ["allowlist", "missing_reason"],
  ],
  ["mailgun-unsubscribes", "Mailgun", ["ada@example.org | unsubscribed | 2025-03-04 | ", "bob@example.org | unsubscribed | 2025-03-05 | "]],
  [
    "mandrill",
    "Mandrill",
    [
      "ada@example.org | bounced | 2025-03-04 | smtp;550 5.1.10 Recipient not found",
      "bob@example.org | complained | 2025-03-05 | ",
      "eve@example.org: has ended",
      "may@example.org | unsubscribed | 2025-03-07 | ",
      "zoe@example.org | staff | 2025-03-08 | Asked by phone",
    ],
  ],
  ["mandrill-api", "Mandrill", ["ada@example.org: has ended", "bob@example.org | complained | 2025-03-05 | "]],
  ["plain-list", null, [unanswered("ada"), unanswered("bob")], ["missing_reason"]],
  ["plain-list-header", null, [unanswered("ada"), unanswered("bob")], ["missing_reason"]],
  [
    "postmark",
    "Postmark",
    [
      "ada@example.org | bounced | 2025-03-04 | ",
      "bob@example.org | complained | 2025-03-05 | ",
      "eve@example.org | staff | 2025-03-06 | ",
      "may@example.org | unsubscribed | 2025-03-07 | ",
    ],
  ],
  ["resend-contacts", "Resend", ["ada@example.org: can be emailed, according to this file", "bob@example.org | unsubscribed |  | "]],
  [
    "resend-suppressions",
    "Resend",
    [
      "ada@example.org | bounced | 2025-03-04 | ",
      "bob@example.org | complained | 2025-03-05 | ",
      "eve@example.org | staff | 2025-03-06 | ",
    ],
  ],
  ["sendgrid-blocks", "SendGrid", [unanswered("ada"), unanswered("bob")], ["missing_reason"]],
  [
    "sendgrid-bounces",
    "SendGrid",
    [
      "ada@example.org | bounced | 2025-03-04 | 550 5.1.1 The email account that you tried to reach does not exist. ",
      "bob@example.org | bounced | 2025-03-05 | 550 no mailbox",
    ],
  ],
  ["sendgrid-invalid_emails", null, ["ada@example.org | bounced | 2025-03-04 | Mail domain mentioned in email address is unknown"]],
  ["sendgrid-spam_reports", "SendGrid", ["ada@example.org | complained | 2025-03-04 | "]],
  ["sendgrid-unsubscribes", null, ["ada@example.org | unsubscribed | 2025-03-04 | "]],
  [
    "sparkpost",
    "SparkPost",
    [
      "ada@example.org | bounced | 2025-03-04 | 550: 550 5.1.1 no such user",
      "bob@example.org | unsubscribed | 2025-03-05 | ",
      "bob@example.org | complained | 2025-03-05 | abuse",
      "eve@example.org | staff | 2025-03-06 | Asked by phone",
      expect.stringMatching(/^Compliance: must be/),
    ],
    ["value_meaning source Compliance"],
  ],
  [
    "unknown-words",
    null,
    [
      expect.stringMatching(/^compliance: must be/),
      expect.stringMatching(/^Policy: must be/),
      expect.stringMatching(/^compliance: must be/),
      "may@example.org | bounced | 2025-03-07 | ",
    ],
    ["value_meaning Reason compliance", "value_meaning Reason Policy"],
  ],
];

test.each(files)("the list of suppressions %s is read with its reasons, dates and notes", (file, product, list, open = []) => {
  expect(readList(file)).toEqual({ product, list, open });
});

test("each file has an expectation", () => {
  expect(files.map(([file]) => `${file}.csv`).sort()).toEqual(readdirSync(folder).sort());
});

test("a word, a missing reason and an ended suppression become what was answered", () => {
  const words = { "value_meaning:Reason:compliance": "staff", "value_meaning:Reason:policy": "skip" };
  expect(readList("unknown-words", words).list).toEqual([
    "ada@example.org | staff | 2025-03-04 | ",
    "Policy: isn't imported, as you chose for this value",
    "eve@example.org | staff | 2025-03-06 | ",
    "may@example.org | bounced | 2025-03-07 | ",
  ]);
  expect(readList("plain-list", { missing_reason: "unsubscribed" }).list[0]).toBe("ada@example.org | unsubscribed |  | ");
  expect(readList("plain-list", { missing_reason: "skip" }).list[0]).toBe(
    "ada@example.org: isn't imported, as you chose for rows without a reason",
  );
  expect(readList("mandrill", { "expired_rows:expires_at": "ignore" }).list[2]).toBe("eve@example.org | bounced | 2025-03-06 | ");
});
