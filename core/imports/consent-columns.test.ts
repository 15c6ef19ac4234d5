import { describe, expect, test } from "vitest";
import type { ImportValueKind } from "@/contract/import-values";
import { detectConsentColumn } from "./consent-columns";
import { classifyValue } from "./consent-words";
import { detectPreset } from "./detect-preset";
import { memberStates } from "./member-states";

const { kindOf } = detectPreset([]);

const detect = (header: string, values: string) => {
  const list = values.split("|").filter((value) => value !== "");
  const kinds = new Set<ImportValueKind | null>(list.map((value) => kindOf(header, value)));
  const unknownValues = new Set(list.filter((value) => kindOf(header, value) === null)).size;
  const found = detectConsentColumn(header, kinds, {
    isPartial: values.split("|").includes(""),
    unknownValues,
    states: memberStates(list),
  });
  return found && `${found.field}${found.isCertain ? "" : "?"}`;
};

// cspell:disable
describe("columns are recognized by their header and values", () => {
  test.each([
    // Yes means that they must not be emailed.
    ["Unsubscribed from all email", "true|", "unsubscribed"],
    ["Opted out of email: Newsletter", "Yes|", "unsubscribed"],
    ["HasOptedOutOfEmail", "TRUE|FALSE", "unsubscribed"],
    ["Email Opt Out", "0|1", "unsubscribed"],
    ["opt-out", "x|", "unsubscribed"],
    ["Do not email", "no|yes", "unsubscribed"],
    ["donotbulkemail", "Allow|Do Not Allow", "emailStatus"],
    ["email_disabled", "true|false", "unsubscribed"],
    ["EMAIL_BLACKLISTED", "Yes|No", "unsubscribed"],
    ["IsExcludedFromCampaigns", "false|true", "unsubscribed"],
    ["Email/SMS opt-out", "yes|no", "unsubscribed"],
    ["Abgemeldet", "ja|nein", "unsubscribed"],
    ["Abgemeldet am", "04.03.2025|", "unsubscribed"],
    ["Désabonné", "oui|non", "unsubscribed"],
    ["Date de désinscription", "2025-03-04|", "unsubscribed"],
    ["Dado de baja", "sí|no", "unsubscribed"],
    ["Disiscritto", "vero|falso", "unsubscribed"],
    ["Descadastrado", "sim|não", "unsubscribed"],
    ["Uitgeschreven", "ja|nee", "unsubscribed"],
    ["Wypisany", "tak|nie", "unsubscribed"],
    ["Отписан", "да|нет", "unsubscribed"],
    ["配信停止", "はい|いいえ", "unsubscribed"],
    ["退订", "是|否", "unsubscribed"],
    ["수신거부", "예|아니요", "unsubscribed"],
    ["unsubscribed_at", "2025-03-04T05:06:07Z|", "unsubscribed"],
    ["UNSUB_TIME", "2025-03-04 05:06:07|", "unsubscribed"],
    ["unsubscribed_at", "1741064767|", "unsubscribed"],
    ["subscribepage", "1|0", null],
    ["Signup form", "1|0", null],
    // No means that they must not be emailed.
    ["subscribed_to_emails", "true|false", "subscribed"],
    ["Accepts Email Marketing", "yes|no", "subscribed"],
    ["subscribed", "1|0", "subscribed"],
    ["Subscription status", "true|false", "subscribed"],
    ["Opt-in", "Y|N", "subscribed"],
    ["Can contact", "yes|no", "subscribed"],
    ["May we email you?", "Yes|No", "subscribed"],
    ["Email consent", "true|false", "subscribed"],
    ["Einwilligung E-Mail", "ja|nein", "subscribed"],
    ["Abonné", "oui|non", "subscribed"],
    ["Suscrito", "sí|no", "subscribed"],
    ["Iscritto", "sì|no", "subscribed"],
    ["Aceita receber e-mails", "sim|não", "subscribed"],
    ["Ingeschreven", "ja|nee", "subscribed"],
    ["Zgoda marketingowa", "tak|nie", "subscribed"],
    ["Подписан", "да|нет", "subscribed"],
    ["メール配信同意", "はい|いいえ", "subscribed"],
    ["是否订阅", "是|否", "subscribed"],
    // Words.
    ["Email Marketing Consent", "SUBSCRIBED|NEVER_SUBSCRIBED", "emailStatus"],
    ["Marketing status", "Subscribed|Unsubscribed", "emailStatus"],
    ["Status", "enabled|blocklisted|disabled", "emailStatus"],
    ["Statut", "abonné|désabonné", "emailStatus"],
    ["Estado", "suscrito|dado de baja", "emailStatus"],
    ["Статус", "подписан|отписан", "emailStatus"],
    ["状态", "已订阅|已退订", "emailStatus"],
    ["Liste", "subscribed|unsubscribed", "emailStatus"],
    ["Unsubscribed", "unsubscribed|subscribed", "emailStatus"],
    ["Estado", "Alta|Baja", "emailStatus"],
    ["Estado de la suscripción", "alta|baja", "emailStatus"],
    ["Situación", "De alta|De baja", "emailStatus"],
    ["Statut", "Inscrit|Résilié", "emailStatus"],
    ["Stato", "iscritto|cancellato", "emailStatus"],
    ["Status", "subscribed|unconfirmed", "emailStatus"],
    // Mautic's reasons.
    ["doNotContact", "0|1|2|3", "unsubscribed"],
    ["Do not contact", "0|3", "unsubscribed"],
    // Bounces and complaints.
    ["Has hard bounced", "false|true", "bounced"],
    ["CLEAN_TIME", "2025-03-04 05:06:07|", "bounced"],
    ["Marked email as spam", "true|false", "complained"],
    // Not certain.
    ["Newsletter", "yes|no", "subscribed?"],
    ["I agree to the privacy policy", "yes|", "subscribed?"],
    ["Subscribe to our newsletter", "Sign me up|", "subscribed?"],
    ["active_subscription", "true|false", "subscribed?"],
    ["Tags", "vip|unsubscribed", "emailStatus?"],
    ["Unsubscribed", "partly|no", "unsubscribed?"],
    // Whether someone is an ordinary member.
    ["active", "true|false", "subscribed?"],
    ["is_active", "1|0", "subscribed?"],
    ["approved", "t|f", "subscribed?"],
    ["Approved", "yes|", "subscribed?"],
    ["Account enabled", "TRUE|FALSE", "subscribed?"],
    ["Email valid", "yes|no", "subscribed?"],
    ["Aktiv", "ja|nein", "subscribed?"],
    ["Actif", "oui|non", "subscribed?"],
    ["Activo", "sí|no", "subscribed?"],
    ["Активен", "да|нет", "subscribed?"],
    ["Active", "churned|gold", "subscribed?"],
    ["staged", "true|false", "unsubscribed?"],
    ["suspended_at", "2025-03-04 05:06:07 UTC|", "unsubscribed?"],
    ["suspended_till", "3025-03-04 05:06:07 UTC|", "unsubscribed?"],
    ["silenced_till", "2025-03-04|", "unsubscribed?"],
    ["banned_until", "2025-03-04T05:06:07Z|", "unsubscribed?"],
    ["banned", "true|false", "unsubscribed?"],
    ["locked", "true|false", "unsubscribed?"],
    ["disabled", "true|false", "unsubscribed?"],
    ["is_anonymous", "true|false", "unsubscribed?"],
    ["is_bot", "yes|no", "unsubscribed?"],
    ["deleted_at", "2025-03-04|", "unsubscribed?"],
    ["Archived", "yes|no", "unsubscribed?"],
    ["is_deceased", "1|0", "unsubscribed?"],
    ["Deaktiviert am", "04.03.2025|", "unsubscribed?"],
    ["Gelöscht", "ja|nein", "unsubscribed?"],
    ["Supprimé", "oui|non", "unsubscribed?"],
    ["Удалён", "да|нет", "unsubscribed?"],
    ["On Hold", "No|On Hold Bounce|On Hold Opt Out", "emailStatus?"],
    ["Subscription", "active|canceled", "emailStatus?"],
    ["State", "active|blocked|ldap_blocked", "emailStatus?"],
    ["Account status", "Active|Suspended", "emailStatus?"],
    ["Membership", "Active|Expired", "emailStatus?"],
    ["Estado del socio", "Activo|Inactivo", "emailStatus?"],
    ["Newsletter", "active|paused", "emailStatus?"],
    ["Order status", "completed|cancelled", null],
    ["Plan", "Free|Expired", null],
    ["State", "CA|NY", null],
    ["blocked", "true|false", "unsubscribed"],
    ["active", "true|true", null],
    ["suspended", "false|false", null],
    ["Active campaigns", "12|", null],
    ["Archived by", "Ada Lovelace|", null],
    ["last_name", "Spam|Baja|Unsubscribed", null],
    ["Apellidos", "Baja|Abuse", null],
    // Something else.
    ["Accepts SMS Marketing", "yes|no", null],
    ["DoNotCall", "true|false", null],
    ["UNSUB_REASON", "Spammy content|", null],
    ["Unsubscribe link", "https://example.com|", null],
    ["Subscribed at", "2025-03-04|", null],
    ["Subscriber since", "2025-03-04|", null],
    ["Country", "NO|FR", null],
    ["Prescription", "yes|no", null],
    ["Lead Status", "Open|Qualified", null],
    ["Attending", "yes|no", null],
    ["Prioridad", "alta|baja", null],
  ])("%s with %s: %s", (header, values, expected) => {
    expect(detect(header, values)).toBe(expected);
  });
});

test.each([
  ["subscribed", "Subscribed, ABONNIERT, opted-in, suscrito, подписан, 購読中, 已订阅"],
  [
    "unsubscribed",
    "unsubscribed, Opt-Out, blocklisted, disabled, NEVER_SUBSCRIBED, Non-Subscribed, désabonné, dado de baja, отписан, 退订, 수신거부",
  ],
  ["bounced", "bounced, Hard Bounce, cleaned, HardBounce, undeliverable"],
  ["complained", "complained, SpamComplaint, Marked as spam, abuse"],
  ["waiting", "waiting, on waitlist, in attesa"],
  [
    "unsubscribed",
    `désinscrit, Abgemeldet, Abmeldung, Descadastrada, uitgeschreven, Отписана, відписаний, no suscrito, dada de baja, desuscripto, Wypisana, Odhlášena,
      leiratkozva, dezabonată, abone değil, απεγγραμμένη, avprenumererat, frameldt, 受信拒否, 已取消订阅, 구독해지, đã hủy đăng ký, deregistered`,
  ],
  [
    "unconfirmed",
    "Unconfirmed, not confirmed, pending confirmation, unbestätigt, non confirmé, sin confirmar, niet bevestigd, не подтвержден, 未確認",
  ],
  ["yes", "TRUE, ja, WAHR, ✓, да"],
  ["no", "0, FALSCH, nie, нет, ☐"],
  ["date", "2025-03-04, 04.03.2025, 3/4/2025 5:06 PM, 05 Mar 2025, 4. März 2025, 1741064767"],
  [null, "pending, applied, invited, active, archived, alta, baja, 12, rejected"],
] as const)("the kind of some values is %s", (kind, values) => {
  const list = values.split(/,\s+/);
  expect(list.map((value) => [value, classifyValue(value)])).toEqual(list.map((value) => [value, kind]));
});

test.each([
  ["subscribed", "alta, De alta, dado de alta"],
  ["unsubscribed", "Baja, de baja, Cancellato, résiliée, Gekündigt, opgezegd, отказ, 停止, 해지, stop, désinscrit, Abgemeldet"],
  [null, "pending, applied, active, archived, cancelled, removed"],
] as const)("below a header of a status, the kind of some values is %s", (kind, values) => {
  const list = values.split(", ");
  expect(list.map((value) => [value, kindOf("Status", value)])).toEqual(list.map((value) => [value, kind]));
});
// cspell:enable
