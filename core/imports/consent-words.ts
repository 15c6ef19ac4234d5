import type { ImportValueKind } from "@/contract/import-values";
import { normalizeHeader } from "../table-files/cells";

/** What a word can say. Words for `staff` only say it in lists of suppressions: see `suppression-words.ts`. */
type WordKind = Exclude<ImportValueKind, "date" | "staff">;

// cspell:disable
/** Answers that say no as a sentence. As a text of consent, they aren't one. */
const refusals = `no thanks, no thank you, disagree, i disagree, do not agree, i do not agree, nein danke, nicht einverstanden, non merci, pas d'accord, no gracias, no grazie, não obrigado,
    não obrigada, nee bedankt, nee dank je, nie dziękuję, нет спасибо, не хочу, не согласен, не согласна, 希望しない, 希望しません, 同意しない, 受け取らない, 不同意, 不要, 不需要, 不想, 不用,
    동의하지 않음, 동의 안함, 동의안함, 미동의, 아뇨, 아니, 안함`;

/**
 * What words say about a person, in the languages and exports of other tools. Words that mean different things in different tools, such as
 * "active", "pending" or "archived", are left out: a preset says what they mean in its tool, or people are asked.
 */
const words: Readonly<Record<WordKind, string>> = {
  yes: `true, t, yes, y, 1, x, on, checked, ja, oui, si, sì, sim, tak, да, д, áno, ano, igen, evet, ναι, kyllä, 是, はい, 네, 예, نعم, כן,
    wahr, vrai, vero, verdadero, verdadeiro, waar, prawda, истина, sant, sand, tosi, doğru, 真, agreed, agree, i agree, accepted terms, given,
    yes please, ja bitte, ja gerne, gerne, einverstanden, oui merci, d'accord, sí por favor, sì grazie, sim por favor, ja graag, tak proszę, да пожалуйста, хочу, согласен, согласна,
    希望する, 希望します, 同意する, 同意します, 受け取る, 同意, 要, 需要, 想, 동의, 동의함, 동의합니다`,
  no: `false, f, no, n, 0, off, unchecked, nein, non, não, nao, nie, нет, н, ne, nem, hayır, όχι, ei, nej, nei, nee, 否, いいえ, 아니요, 아니오,
    لا, לא, falsch, faux, falso, onwaar, fałsz, ложь, falskt, falsk, epätosi, yanlış, 假, denied, not given, ${refusals}`,
  subscribed: `subscribed, subscribe, subscriber, email subscriber, opted in, opt in, optin, confirmed opt in, single opt in, double opt in,
    confirmed, enabled, currently subscribed, explicitly subscribed, marketing contact, allow, allowed, abonniert, angemeldet, eingewilligt, zugestimmt, abonné, abonnée,
    inscrit, inscrite, suscrito, suscrita, suscripto, iscritto, iscritta, inscrito, inscrita, subscrito, assinante, ingeschreven, geabonneerd,
    aangemeld, zapisany, zapisana, subskrybuje, zasubskrybowany, подписан, подписана, подписка активна, подписчик, 購読中, 購読, 購読する, 登録済み, 已订阅,
    已訂閱, 订阅, 訂閱, 구독, 구독중, prenumererar, prenumerant, tilmeldt, påmeldt, tilattu, abone, přihlášen, přihlášena, odebírá, prihlásený, prihlásená, feliratkozott, feliratkozva, abonat, abonată,
    εγγεγραμμένος, εγγεγραμμένη, підписаний, підписана, підписався, підписалася, абониран, prijavljen, prijavljena, đã đăng ký, berlangganan, subscrit, subscrita`,
  unsubscribed: `unsubscribed, unsubscribe, unsub, opted out, opt out, optout, not subscribed, non subscribed, nonsubscribed, never subscribed,
    not opted in, globally unsubscribed, list unsubscribed, manually unsubscribed, unsubscribed by admin, blacklisted, blocklisted, blacklist, blocklist,
    suppressed, disabled, email disabled, do not contact, do not email, do not mail, do not allow, not allowed, dnc, no consent, consent withdrawn, withdrawn consent, revoked consent,
    transactional, transactional only, left list, opted out of email, opted out of all, deregistered, de registered, unregistered, no longer subscribed, removed from list,
    user unsubscribed, contact unsubscribed, unsubscribed by user, unsubscribed by contact, unsubscribed by api, on hold opt out,
    abgemeldet, ausgetragen, abbestellt, abmeldung, abgemeldete, nicht abonniert, nicht angemeldet, keine einwilligung, widersprochen, widerrufen,
    désabonné, désabonnée, désabonnement, désinscrit, désinscrite, désinscription, non abonné, non abonnée, non inscrit, non inscrite, ne plus contacter,
    blacklisté, blacklistée, dado de baja, dada de baja, baja voluntaria, desuscrito, desuscrita, desuscripto, desuscripta, desinscrito, desinscrita, desapuntado, desapuntada,
    no suscrito, no suscrita, no suscripto, no suscripta, cancelado de la lista, suscripción cancelada, donat de baixa, donada de baixa,
    disiscritto, disiscritta, disiscrizione, cancellato dalla lista, non iscritto, non iscritta, descadastrado, descadastrada, descadastro, descadastrou, cancelou inscrição,
    não inscrito, não inscrita, não assinante, anulou a subscrição, subscrição cancelada, inscrição cancelada, removido da lista, removida da lista,
    uitgeschreven, uitschrijving, afgemeld, afmelding, niet ingeschreven, niet geabonneerd, wypisany, wypisana, wypisano, wypisał się, wypisała się, zrezygnował, zrezygnowała,
    niezapisany, niezapisana, wyrejestrowany, wyrejestrowana, отписан, отписана, отписался, отписалась, отписались, отписка, не подписан, не подписана, удален из рассылки,
    удалён из рассылки, відписаний, відписана, відписався, відписалась, відписалася, не підписаний, отписал се, отписала се,
    配信停止, 配信停止中, 配信停止済み, 配信解除, 配信拒否, 受信拒否, 購読解除, 購読停止, 登録解除, 解除済み, 未購読, 退会, 退会済み, 退订, 已退订, 退訂, 已退訂, 取消订阅, 已取消订阅,
    取消訂閱, 已取消訂閱, 未订阅, 未訂閱, 拒收, 수신거부, 수신 거부, 수신거부됨, 구독취소, 구독 취소, 구독취소됨, 구독해지, 구독 해지, 미구독,
    avregistrerad, avprenumererad, avprenumererat, avanmäld, avslutad prenumeration, afmeldt, frameldt, avmeldt, avregistrert, peruutettu, tilaus peruttu, peruuttanut tilauksen,
    abonelikten çıktı, abonelikten ayrıldı, abonelikten çıkmış, abone değil, listeden çıktı, odhlášen, odhlášena, odhlášený, odhlásil se, odhlásila se, odhlásený, odhlásená,
    leiratkozott, leiratkozva, leiratkozás, dezabonat, dezabonată, dezabonare, απεγγραμμένος, απεγγραμμένη, απεγγραφή, διαγραμμένος, διαγραμμένη, odjavljen, odjavljena,
    đã hủy đăng ký, hủy đăng ký, berhenti berlangganan, tidak berlangganan, ยกเลิกการสมัคร, إلغاء الاشتراك, ملغى الاشتراك, غير مشترك, ביטל הרשמה, לא רשום`,
  bounced: `bounced, bounce, on hold bounce, hard bounce, hard bounced, hardbounce, hardbounced, soft bounce, soft bounced, softbounced, permanent bounce, cleaned,
    undeliverable, undelivered, undeliverable email, invalid email, email invalid, mailbox not found, bereinigt, unzustellbar, nettoyé, non distribuable, rebotado, rebotada, rebote, rimbalzato, non recapitabile,
    gebounced, onbestelbaar, odbity, niedostarczony, недоставлен, не доставлен, недоставлено, 不達, 配信不能, 退信, 无效邮箱, 반송, 반송됨, studsat, studsad`,
  complained: `complained, complaint, complainer, complaints, spam, marked as spam, spam complaint, spam complaints, spam report, reported spam, spam reported,
    spamreport, reported as spam, abuse, abuse complaint, junk, marked as junk, feedback loop, fbl, beschwerde, beschwert, spam gemeldet, plainte, spam signalé, queja, segnalato come spam,
    reclamação, marcado como spam, klacht, skarga, жалоба, пожаловался, спам, 迷惑メール報告, 苦情, 投诉, 垃圾邮件, 스팸신고`,
  waiting: `waiting, waitlist, waiting list, waitlisted, on waitlist, on the waitlist, on waiting list, in line, in queue, queued, wartend, wartet, auf der warteliste, en attente, sur liste d'attente, en espera, in attesa,
    em espera, wachtend, op de wachtlijst, oczekuje, w kolejce, ожидает, в очереди, 待機中, 等待中, 等候中, 대기중, 대기 중`,
  unconfirmed: `unconfirmed, not confirmed, unconfirmed email, email unconfirmed, email not confirmed, not yet confirmed, pending confirmation, confirmation pending,
    awaiting confirmation, waiting for confirmation, waiting confirmation, pending email confirmation, awaiting email confirmation, confirmation sent, pending opt in,
    opt in pending, pending double opt in, double opt in pending, awaiting opt in, unverified, not verified, unverified email, email not verified, email unverified,
    pending verification, awaiting verification, unbestätigt, nicht bestätigt, bestätigung ausstehend, warten auf bestätigung, wartet auf bestätigung, non confirmé, non confirmée,
    en attente de confirmation, à confirmer, sin confirmar, no confirmado, no confirmada, pendiente de confirmación, pendiente de confirmar, non confermato, non confermata, da confermare,
    in attesa di conferma, não confirmado, não confirmada, aguardando confirmação, pendente de confirmação, niet bevestigd, onbevestigd, wacht op bevestiging,
    niepotwierdzony, niepotwierdzona, oczekuje na potwierdzenie, не подтвержден, не подтверждён, не подтверждена, неподтвержденный, ожидает подтверждения, ждет подтверждения,
    не підтверджено, очікує підтвердження, 未確認, 確認待ち, 仮登録, 未确认, 待确认, 未確認電子郵件, 미확인, 확인 대기, 인증 대기, obekräftad, ej bekräftad, ikke bekræftet, ikke bekreftet,
    vahvistamaton, ei vahvistettu, nepotvrzeno, nepotvrzený, nepotvrdený, nem megerősített, neconfirmat, onaylanmadı, onay bekliyor, ανεπιβεβαίωτος`,
  left: "offboarded, off boarded, left waitlist, left the waitlist, removed from waitlist, off the waitlist",
};

/** Words that say it below a header about emails or a status. Elsewhere, they are a priority, a sex or the state of an order. */
const statusWords: Partial<typeof words> = {
  subscribed: "alta, de alta, en alta, dado de alta, dada de alta",
  unsubscribed: `baja, bajas, de baja, en baja, baja definitiva, baja manual, baja automática, anulado, anulada, baixa, stop, stopped, withdrawn,
    résilié, résiliée, opposé, opposée, gekündigt, ausgeschieden, cancellato, cancellata, cancellazione, disdetto, disdetta, opgezegd, rezygnacja, wykreślony, wykreślona,
    отказ, отказался, отказалась, отменена, исключен, исключён, відмовився, відмовилась, 停止, 停止中, 解約, 解約済み, 解除, 已取消, 拒绝, 해지, 해지됨, 거부, iptal, uppsagd, opsagt, oppsagt`,
};
// cspell:enable

const byWord = (lists: Partial<Readonly<Record<WordKind, string>>>): ReadonlyMap<string, ImportValueKind> =>
  new Map(
    (Object.entries(lists) as [WordKind, string][]).flatMap(([kind, list]) =>
      list.split(",").map((word) => [normalizeHeader(word), kind] as const),
    ),
  );

const kinds = byWord(words);
const refusalWords = new Set(refusals.split(",").map(normalizeHeader));

/** Whether a text is a sentence that says no, such as "No, thanks". */
export const isRefusal = (text: string): boolean => refusalWords.has(normalizeHeader(text));
const statusKinds = byWord(statusWords);

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
  return looksLikeDate(text) ? "date" : classifyParts(text);
}

const maxPartsLength = 100;

/** Several words of which one says that someone must not be emailed, such as "unsubscribed: newsletter". */
function classifyParts(text: string): ImportValueKind | null {
  if (text.length > maxPartsLength || !separators.test(text)) return null;
  const found = text.split(separators).map((part) => kinds.get(normalizeHeader(part)));
  if (found.includes("yes") || found.includes("no")) return null;
  return found.find((kind) => kind === "unsubscribed" || kind === "complained" || kind === "bounced") ?? null;
}

const separators = /[,;|:=(){}[\]"]+/;

/** Returns what a value says below a header about emails or a status, or null for unknown words. */
export const classifyStatus = (text: string): ImportValueKind | null => statusKinds.get(normalizeHeader(text)) ?? classifyValue(text);
