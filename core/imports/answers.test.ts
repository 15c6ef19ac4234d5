// cspell:disable
import { expect, test } from "vitest";
import { importQuestions } from "@/contract/import-questions";
import { columnCounter } from "./column-stats";
import { summarizeColumns } from "./column-summaries";
import { suggestMapping } from "./detect-mapping";

/** What is asked about a column beside one with emails. */
function ask(header: string, values: readonly string[]) {
  const columns = ["Email Address", header];
  const counter = columnCounter();
  const rows = values.map((value, index) => [`p${index}@example.org`, value]);
  for (const row of rows) counter.add(row);
  const summaries = summarizeColumns({ kind: "leads", columns, column_stats: counter.stats(columns), row_count: rows.length });
  const mapping = suggestMapping(columns, { kind: "leads", summaries, questions: [], remembered: {} });
  const questions = importQuestions(summaries, mapping, { rowCount: rows.length, suppressions: null });
  return { field: mapping[header], asked: questions.map(({ kind, column }) => `${kind} ${column}`) };
}

const languages: [values: string, headers: string][] = [
  [
    "Yes|No",
    `Do you want emails? / Do you want emails from us? / Do you want e~mails? / Want emails? / I want emails / Emails wanted / Emails / Email? / Mail / email_ok /
      Contact by email / Email preference / Stay in touch? / Updates / DNC / Deliverable / Valid / Contact? / Hear from us? / Newsletter? / Column 2`,
  ],
  ["Y|N", "Emails / Stay in touch? / DNC / Column 2"],
  ["true|false", "emails_wanted / Valid / Stay in touch? / x"],
  ["1|0", "Emails / Stay in touch? / Column 2 / DNC"],
  ["Yes, please|No, thanks", "Stay in touch? / Emails"],
  ["Ja|Nein", "Möchten Sie E~Mails erhalten? / Dürfen wir Sie anschreiben? / Werbung / Kontaktaufnahme / Neuigkeiten erhalten"],
  ["Ja, gerne|Nein, danke", "Neuigkeiten / Rundbrief"],
  ["Oui|Non", "Souhaitez-vous recevoir nos emails ? / Voulez-vous des e~mails ? / Restons en contact / Actualités"],
  ["Sí|No", "¿Quieres recibir correos? / Boletín / ¿Podemos escribirte?"],
  ["Sì|No", "Vuoi ricevere email? / Restiamo in contatto? / Aggiornamenti"],
  ["Sim|Não", "Deseja receber e~mails? / Quer receber novidades?"],
  ["Ja|Nee", "Wilt u e~mails ontvangen? / Nieuwsbrief / Op de hoogte blijven"],
  ["Tak|Nie", "Czy chcesz otrzymywać e~maile? / Aktualności"],
  ["はい|いいえ", "メールを受け取りますか？ / ニュースレター / お知らせを希望しますか"],
  ["希望する|希望しない", "メルマガ / 案内"],
  ["是|否", "您想收到电子邮件吗？ / 是否愿意接收邮件 / 接收消息"],
  ["需要|不需要", "邮件通知 / 資訊"],
  ["네|아니요", "이메일을 받으시겠습니까? / 소식 받기"],
  ["동의|미동의", "뉴스레터 / 안내"],
  ["Да|Нет", "Хотите получать письма? / Хотите получать новости? / Получать письма"],
  ["Ja|Nej", "Vill du få e-post? / Nyhetsbrev"],
  ["Evet|Hayır", "E-posta almak ister misiniz? / Haberler"],
  ["Weekly|None|Monthly", "Email preference / Mailing / Preferred contact method"],
  ["Never|Daily|Weekly", "Email frequency / Newsletter frequency / Emails"],
  ["Nie|Täglich", "E~Mail-Häufigkeit / Newsletter"],
  ["Jamais|Hebdomadaire", "Fréquence des e~mails / Courriels souhaités"],
  ["Yes|", "Do you want emails? / Contact by email / Email? / DNC"],
  ["Sign me up|", "Emails / Newsletter"],
  ["newsletter|unsubscribed: newsletter", "Lists / Tags / Column 2"],
  ["newsletter (unsubscribed)|news", "Lists"],
  ["0|3", "Bounce count / bounces / Emails bounced / Number of bounces"],
  ["|mailbox full", "Bounce reason"],
  ["|not interested", "Unsubscribe reason"],
];

test.each(
  languages.flatMap(([values, headers]) =>
    headers
      .replaceAll("~", "-")
      .split("/")
      .map((header) => [header.trim(), values] as const),
  ),
)("“%s” with %s is asked about", (header, values) => {
  expect(ask(header, values.split("|")).asked).toEqual([`unused_consent ${header}`]);
});

test.each([
  ["Email hard bounce reason", "|UNKNOWN_USER", "bounced"],
  ["Email hard bounce reason", "|SPAM", "bounced"],
  ["Email hard bounce reason", "|550 5.1.1 <p1@example.org> the account that you tried to reach does not exist", "bounced"],
  ["hs_email_hard_bounce_reason_enum", "|OTHER", "bounced"],
  ["Hard bounced reason", "|Unknown user", "bounced"],
  ["Invalid email address", "true|", "bounced"],
  ["Invalid email", "yes|no", "bounced"],
  ["email_invalid", "1|0", "bounced"],
  ["Email address quarantined", "true|false", "bounced"],
  ["Email quarantined", "yes|", "bounced"],
  ["Email address quarantined reason", "|SUSPICIOUS", "bounced"],
  ["has_hard_bounced", "true|false", "bounced"],
  ["Hard bounced at", "2025-03-04|", "bounced"],
  ["bounced_hard", "1|0", "bounced"],
  ["marked_email_as_spam", "true|false", "complained"],
  ["unsubscribed_from_emails", "true|false", "unsubscribed"],
  ["EMAIL_BLACKLISTED", "true|false", "unsubscribed"],
  ["IsSpamComplaining", "true|false", "complained"],
] as const)("“%s” with %s is imported as %s, and leaving it out is asked about", (header, values, field) => {
  expect(ask(header, values.split("|"))).toEqual({ field, asked: [] });
});

test.each([
  ["Is admin", "true|false"],
  ["Accepts SMS Marketing", "yes|no"],
  ["Phone verified", "yes|no"],
  ["Tax Exempt", "yes|no"],
  ["Referrals", "0|1"],
  ["Total Orders", "0|1"],
  ["Emails opened", "0|1"],
  ["Emails sent", "5|12"],
  ["Bounce count", "0|0"],
  ["Contact owner", "Ada|Bob"],
  ["Mailing Street", "Main St|High St"],
  ["Contact ID", "17|18"],
  ["Last Name", "No|Yes"],
  ["Country", "NO|FR"],
  ["VIP", "yes|yes"],
  ["Comments", "0|12"],
  ["Company", "Mail Ltd.|No Name"],
  ["Email type", "work|home"],
])("“%s” with %s isn't asked about", (header, values) => {
  expect(ask(header, values.split("|")).asked).toEqual([]);
});

test("a yes or no that is imported as the answer to a question isn't asked about", () => {
  const columns = ["Email", "Coming?"];
  const counter = columnCounter();
  for (const row of [
    ["a@example.org", "yes"],
    ["b@example.org", "no"],
  ])
    counter.add(row);
  const summaries = summarizeColumns({ kind: "leads", columns, column_stats: counter.stats(columns), row_count: 2 });
  const ask = (field: string) => importQuestions(summaries, { Email: "email", "Coming?": field }, { rowCount: 2, suppressions: null });
  expect([ask("field:coming"), ask("waitlist"), ask("tags")]).toEqual([[], [], []]);
  expect(ask("ignore").map(({ kind, column }) => `${kind} ${column}`)).toEqual(["unused_consent Coming?"]);
});
