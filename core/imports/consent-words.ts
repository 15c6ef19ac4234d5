import type { ImportValueKind } from "@/contract/import-values";
import { normalizeHeader } from "../table-files/cells";

/** What a word can say. Words for `staff` only say it in lists of suppressions: see `suppression-words.ts`. */
type WordKind = Exclude<ImportValueKind, "date" | "staff">;

// cspell:disable
/**
 * What words say about a person, in the languages and exports of other tools. Words that mean different things in different tools, such as
 * "active", "pending" or "archived", are left out: a preset says what they mean in its tool, or people are asked.
 */
const words: Readonly<Record<WordKind, string>> = {
  yes: `true, t, yes, y, 1, x, on, checked, ja, oui, si, sì, sim, tak, да, д, áno, ano, igen, evet, ναι, kyllä, 是, はい, 네, 예, نعم, כן,
    wahr, vrai, vero, verdadero, verdadeiro, waar, prawda, истина, sant, sand, tosi, doğru, 真, agreed, i agree, accepted terms, given`,
  no: `false, f, no, n, 0, off, unchecked, nein, non, não, nao, nie, нет, н, ne, nem, hayır, όχι, ei, nej, nei, nee, 否, いいえ, 아니요, 아니오,
    لا, לא, falsch, faux, falso, onwaar, fałsz, ложь, falskt, falsk, epätosi, yanlış, 假, denied, not given`,
  subscribed: `subscribed, subscribe, subscriber, email subscriber, opted in, opt in, optin, confirmed opt in, single opt in, double opt in,
    confirmed, enabled, currently subscribed, explicitly subscribed, marketing contact, allow, allowed, abonniert, angemeldet, eingewilligt, zugestimmt, abonné, abonnée,
    inscrit, inscrite, suscrito, suscrita, suscripto, iscritto, iscritta, inscrito, inscrita, subscrito, assinante, ingeschreven, geabonneerd,
    aangemeld, zapisany, zapisana, subskrybuje, zasubskrybowany, подписан, подписана, подписка активна, подписчик, 購読中, 購読, 購読する, 登録済み, 已订阅,
    已訂閱, 订阅, 訂閱, 구독, 구독중, prenumererar, prenumerant, tilmeldt, påmeldt, tilattu, abone, přihlášen, odebírá, feliratkozott, abonat, εγγεγραμμένος`,
  unsubscribed: `unsubscribed, unsubscribe, unsub, opted out, opt out, optout, not subscribed, non subscribed, nonsubscribed, never subscribed,
    not opted in, globally unsubscribed, list unsubscribed, manually unsubscribed, unsubscribed by admin, blacklisted, blocklisted, blacklist, blocklist,
    suppressed, disabled, email disabled, do not contact, do not email, do not mail, do not allow, not allowed, dnc, no consent, consent withdrawn, withdrawn consent, revoked consent,
    transactional, transactional only, left list, opted out of email, opted out of all,
    abgemeldet, ausgetragen, abbestellt, nicht abonniert, widersprochen, widerrufen, désabonné, désabonnée, désinscrit, désinscrite, non abonné,
    blacklisté, dado de baja, dada de baja, desuscrito, desuscrita, no suscrito, cancelado de la lista, disiscritto, disiscritta, non iscritto, descadastrado, descadastrada, cancelou inscrição,
    não inscrito, anulou a subscrição, uitgeschreven, afgemeld, niet ingeschreven, wypisany, wypisana, zrezygnował, niezapisany, отписан, отписана, отписался,
    отписалась, не подписан, 配信停止, 購読解除, 解除済み, 未購読, 退会, 退订, 已退订, 退訂, 已退訂, 取消订阅, 已取消订阅, 未订阅, 수신거부, 구독취소, 구독 취소,
    avregistrerad, avprenumererad, avslutad prenumeration, afmeldt, frameldt, avmeldt, peruutettu, abonelikten çıktı, abonelikten ayrıldı, odhlášen, odhlášený, leiratkozott, dezabonat, απεγγραμμένος`,
  bounced: `bounced, bounce, hard bounce, hard bounced, hardbounce, hardbounced, soft bounce, soft bounced, softbounced, permanent bounce, cleaned,
    undeliverable, undelivered, undeliverable email, invalid email, email invalid, mailbox not found, bereinigt, unzustellbar, nettoyé, non distribuable, rebotado, rebotada, rebote, rimbalzato, non recapitabile,
    gebounced, onbestelbaar, odbity, niedostarczony, недоставлен, не доставлен, недоставлено, 不達, 配信不能, 退信, 无效邮箱, 반송, 반송됨, studsat, studsad`,
  complained: `complained, complaint, complainer, complaints, spam, marked as spam, spam complaint, spam complaints, spam report, reported spam, spam reported,
    spamreport, reported as spam, abuse, abuse complaint, junk, marked as junk, feedback loop, fbl, beschwerde, beschwert, spam gemeldet, plainte, spam signalé, queja, segnalato come spam,
    reclamação, marcado como spam, klacht, skarga, жалоба, пожаловался, спам, 迷惑メール報告, 苦情, 投诉, 垃圾邮件, 스팸신고`,
  waiting: `waiting, waitlist, waiting list, waitlisted, on waitlist, on the waitlist, on waiting list, in line, in queue, queued, wartend, wartet, auf der warteliste, en attente, sur liste d'attente, en espera, in attesa,
    em espera, wachtend, op de wachtlijst, oczekuje, w kolejce, ожидает, в очереди, 待機中, 等待中, 等候中, 대기중, 대기 중`,
  left: "offboarded, off boarded, left waitlist, left the waitlist, removed from waitlist, off the waitlist",
};
// cspell:enable

const kinds = new Map(
  (Object.entries(words) as [WordKind, string][]).flatMap(([kind, list]) =>
    list.split(",").map((word) => [normalizeHeader(word), kind] as const),
  ),
);

const symbols = new Map<string, ImportValueKind>([
  ["✓", "yes"],
  ["✔", "yes"],
  ["☑", "yes"],
  ["✅", "yes"],
  ["✗", "no"],
  ["✘", "no"],
  ["☐", "no"],
  ["❌", "no"],
]);

const maxWordLength = 40;

// A day with separators, the name of a month with a day and a year, or Unix seconds or milliseconds.
const dateShape =
  /^(?:\d{1,4}[-./年]\d{1,2}[-./月]\d{1,4}|\d{1,2}\.? \p{L}{3,10}\.?,? \d{4}|(?:\p{L}{3,9},? )?\p{L}{3,10}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|1\d{9}(?:\d{3})?(?:\.\d+)?$|\d{8}T?\d{0,6}Z?$)/u;

/** Whether a text has the form of a date, which can still be none. */
export const looksLikeDate = (text: string): boolean => text.length <= 60 && /\d/.test(text) && dateShape.test(text);

/** Returns what a value is by itself, or null for unknown words. */
export function classifyValue(text: string): ImportValueKind | null {
  if (text.length <= maxWordLength) {
    const kind = kinds.get(normalizeHeader(text)) ?? symbols.get(text.replace(/\ufe0f/g, ""));
    if (kind !== undefined) return kind;
  }
  return looksLikeDate(text) ? "date" : null;
}
