// cspell:words emailsbounced hardbounce quarantin baja donotcontact grund motivo financ
import { type ConsentField, type ImportValueKind, personStatuses } from "@/contract/import-values";
import { headerPattern, normalizeHeader } from "../table-files/cells";
import { isNameHeader, knownField } from "./known-headers";
import { isMailHeader, isOtherFact } from "./mail-headers";
import { activeHeader, inactiveHeader, type memberStates } from "./member-states";

// cspell:disable
// Parts of headers, without accents, case, spaces and punctuation.
const otherChannels = /sms|whatsapp|telefon|telephone|phone|mobile|push|fax|donotcall|textmessage/;
// About the sign-up or the unsubscribe instead of the person.
const metadata =
  /reason|campaign(?:title|name|id)?$|(?:page|form)(?:id|name|title)?$|grund$|motivo|url$|link$|(?:sub|scription|scriber)ids?$|(?:number|count)s?$|^(?:number|total|countof|noof)|bounces$|emailsbounced|rate$|rating$|price$|plan$|source$|(?<!contact|communication)method$|ipaddress$|(?:optin|confirm|consent|subscribed?)ip$|text$|wording$|version$|language$/;

// About a paid subscription, which says nothing about emails.
const payment = /activesubscri|subscriptionactive|hassubscription|paid|premium/;

/** A header has the first kind whose pattern it matches. */
const headerPatterns = {
  complained: /complain|spam(?!score)|abuse|beschwerde|plainte|queja|reclamacao|жалоб|苦情|投诉/,
  bounced:
    /bounce|invalide?mail|invalidaddress|e?mail(?:address)?(?:is|automatically)?(?:invalid|quarantin)|cleaned|cleantime|undeliver|unzustellbar|rebot|devolvid|odbit|不達|退信/,
  unsubscribed:
    /unsub|optedout|optout|optingout|donotemail|donotmail|donotcontact|donotsend|dontemail|dontcontact|dontsend|^no(?:e?mail|contact|newsletter|marketing)|excludedfrom|donotallow(?:bulk)?e?mail|donotbulk|emailnotallowed|emailsdisabled|emaildisabled|disallowemail|blacklist|blocklist|blocked|suppress|consentwithdrawn|withdrewconsent|consentrevoked|notsubscribed|abgemeldet|abmeld|ausgetragen|widerspr|keineemail|keinewerbung|gesperrt|desabonn|desinscri|refuselesemails|nepasenvoyer|nepascontacter|dadodebaja|dadadebaja|fechadebaja|debaja|^baja|desuscri|cancelarsuscripcion|^nocontactar|^noenviar|disiscri|noncontattare|descadastr|cancelouinscri|cancelouassin|naocontatar|naoenviar|uitgeschreven|uitschrijf|afgemeld|nietmailen|nietcontacteren|wypisan|rezygnacj|niewysyl|отпис|отказ|неписать|неотправлять|черныйсписок|配信停止|購読解除|停止|退订|退訂|取消订阅|取消訂閱|黑名单|수신거부|구독취소|avregistrer|avprenumer|afmeldt|avmeldt|peruutettu|abonelikten|odhlasen|leiratkoz|dezabon/,
  subscribed:
    /receivingemails|subscri|optin|optedin|marketing(?:consent|permission|allowed|ok|agree|accept)|accepts?(?:email|marketing|promo)|allows?(?:email|marketing)|agree(?:d|s)?to(?:receive|email|marketing|beemailed|becontacted)|emailconsent|consenttoemail|emailpermission|permissiontoemail|(?:can|may|could|shall)(?:we|i)?(?:email|contact|write|keep|send)|^(?:email|contact|send)me|keepme(?:updated|posted|informed|intheloop)|(?:want|like)to(?:receive|hear|get)|contactable|emailallowed|emailenabled|emailsenabled|emailopted|wantsemail|receive(?:s)?(?:emails?|marketing|promo|updates|news)|sendemails?$|mailinglist|emailmarketing|emaillist|abonniert|angemeldet|einwilligung|werbeerlaubnis|werbungerlaubt|zustimmung|darfkontaktiert|abonne|consentementemail|jaccepte|souhaiterecevoir|suscri(?:to|ta)|suscripto|suscripcion|acepta|consentimiento|aceptarecibir|iscritt|consenso|accetta|inscrit|subscrit|assinante|aceita|consentimento|ingeschreven|aangemeld|toestemming|geabonneerd|zapisan|zgoda|subskry|подписан|подписка|согласи|рассылк|購読|同意|受信|配信許可|订阅|訂閱|수신동의|구독|prenumerer|tilmeldt|pameldt|samtyck|samtykke|tilattu|suostumus|souhlas|odebir|feliratkoz|hozzajarul|abonat|consimtamant|iletisimizni|ticariileti|^izin|epostaizni|abone/,
  /** Whether someone is an ordinary member: maybe those who aren't must not be emailed. */
  active: activeHeader,
  inactive: inactiveHeader,
  status:
    /status|^state$|statut|estado|stato|situacao|situacion|situazione|статус|состояние|ステータス|状態|状态|狀態|상태|tila$|stav$|durum/,
  // Consent of any kind: maybe about terms or cookies.
  agreement:
    /newsletter|consent|gdpr|dsgvo|rgpd|lopd|privacy|agree|permission|marketing|promo|emailupdates|mailings|zustimm|datenschutz|einverstanden/,
};
// cspell:enable

type HeaderKind = keyof typeof headerPatterns;

const headerKinds = Object.entries(headerPatterns).map(([kind, pattern]) => [kind as HeaderKind, headerPattern(pattern)] as const);

function headerKind(header: string): HeaderKind | "mail" | "unrelated" | null {
  const name = normalizeHeader(header);
  // People are called "Spam" or "Baja" too.
  if (isNameHeader(header) || metadata.test(name) || (otherChannels.test(name) && !name.includes("email"))) return "unrelated";
  if (payment.test(name)) return "agreement";
  return headerKinds.find(([, pattern]) => pattern.test(name))?.[0] ?? (isMailHeader(header) ? "mail" : null);
}

/** Whether a header alone lets a column say who can be emailed. */
export const hasConsentHeader = (header: string): boolean =>
  ![null, "unrelated"].includes(headerKind(header)) || reasonField(header) === "bounced";

/** Whether a column says, by its header, that someone has agreed to emails. */
export const hasAgreementHeader = (header: string): boolean => ["subscribed", "agreement"].includes(headerKind(header) ?? "");

const reasonKinds = ["complained", "bounced", "unsubscribed"] as const;

// Why or how often, where any text or number says that it has happened.
const reasonHeader = /reason|campaign|grund$|motivo|^motif|counts?$|^(?:count|number|total)of|emailsbounced|bounces$/;

/** What people with a value have done if a column holds reasons for it or how often, by its header, such as "Unsubscribe reason". */
export function reasonField(header: string): (typeof reasonKinds)[number] | null {
  const name = normalizeHeader(header);
  if (!reasonHeader.test(name) || otherChannels.test(name)) return null;
  return reasonKinds.find((kind) => headerPatterns[kind].test(name)) ?? null;
}

/** Whether a column holds why an address can't be reached, which those who can be reached don't have, such as "Email hard bounce reason". */
export const isHardBounceReason = (header: string): boolean =>
  reasonField(header) === "bounced" && /(?:hardbounce|quarantin).*reason|reason.*hardbounce/.test(normalizeHeader(header));

/** Whether a column without a known header has nothing but yes and no, and a no can be about emails. */
export const canBeAgreement = (header: string, kinds: ValueKinds, isNumeric: boolean): boolean =>
  kinds.has("no") &&
  [...kinds].every((kind) => kind === "yes" || kind === "no") &&
  headerKind(header) === null &&
  !isOtherFact(header, isNumeric);

/** The kinds of the values of a column. `null`: unknown words. */
type ValueKinds = ReadonlySet<ImportValueKind | null>;

type ConsentColumn = { field: ConsentField; isCertain: boolean };

/** Mautic's reasons not to contact someone, besides 0 for none and 1 for those who unsubscribed. */
const doNotContactReasons: Readonly<Record<string, ImportValueKind>> = { "2": "bounced", "3": "staff" };

/** Returns what a code means in a column such as `doNotContact`. */
export const doNotContactReason = (header: string, value: string): ImportValueKind | undefined =>
  /^(?:email)?donotcontact(?:email)?$/.test(normalizeHeader(header)) ? doNotContactReasons[value.trim()] : undefined;

// About something else than a person.
const otherStatus =
  /order|payment|invoice|deal|lead|opportunity|ship|fulfil|delivery|financ|charge|refund|ticket|task|project|call|job|marital|employ|stage/;

/** How many different unknown words a column can have that says who is active, or which emails someone wants. */
const maxWords = { active: 5, mail: 10 };

/** Whether some rows have no value, how many different unknown words there are (infinitely many if they are numbers or too many), and whether words say who isn't an ordinary member. */
type ColumnValues = { isPartial: boolean; unknownValues: number; states: ReturnType<typeof memberStates> };

/** Detects from its header and all its values whether a column says who must not be emailed, and as what it should be imported. */
export function detectConsentColumn(
  header: string,
  kinds: ValueKinds,
  { isPartial, unknownValues, states }: ColumnValues,
): ConsentColumn | null {
  const found = [...kinds];
  if (found.length === 0) return null;
  const hasOnly = (...allowed: (ImportValueKind | null)[]) => found.every((kind) => allowed.includes(kind));
  const hasStatus = personStatuses.some((status) => found.includes(status));
  const certain = (field: ConsentField): ConsentColumn => ({ field, isCertain: true });
  const uncertain = (field: ConsentField): ConsentColumn => ({ field, isCertain: false });
  const kind = headerKind(header);
  switch (kind) {
    case "unrelated":
      return null;
    case "unsubscribed":
    case "bounced":
    case "complained":
      if (hasOnly("yes", "no", "date")) return certain(kind);
      if (hasStatus) return certain(found.includes("yes") || found.includes("no") ? kind : "emailStatus");
      return uncertain(kind);
    case "subscribed":
      if (hasStatus) return certain(found.includes("yes") || found.includes("no") ? "subscribed" : "emailStatus");
      if (hasOnly("date")) return null;
      if (hasOnly("yes", "no", "date")) return certain("subscribed");
      if (states.hasInactive) return uncertain("emailStatus");
      // A checkbox of a form: its text, or empty.
      return found.includes("no") || (isPartial && unknownValues <= 2) ? uncertain("subscribed") : null;
    case "active":
      if (hasStatus) return uncertain("emailStatus");
      if (hasOnly("yes", "no", "date")) return found.includes("no") || isPartial ? uncertain("subscribed") : null;
      return unknownValues <= maxWords.active ? uncertain("subscribed") : null;
    case "inactive":
      if (hasStatus) return uncertain("emailStatus");
      if (hasOnly("no")) return null;
      return hasOnly("yes", "no", "date") || unknownValues <= maxWords.active ? uncertain("unsubscribed") : null;
    case "status":
      if (hasStatus) return certain("emailStatus");
      if (states.hasInactive && !otherStatus.test(normalizeHeader(header))) return uncertain("emailStatus");
      return hasOnly("yes", "no") ? uncertain("subscribed") : null;
    case "agreement":
      if (hasStatus) return hasOnly(...personStatuses, "yes", "no") ? certain("subscribed") : uncertain("subscribed");
      if (states.hasInactive) return uncertain("emailStatus");
      if (found.includes("no") || found.includes("yes") || (isPartial && unknownValues === 1)) return uncertain("subscribed");
      return isMailHeader(header) && unknownValues <= maxWords.mail ? uncertain("emailStatus") : null;
    case "mail":
      if (hasStatus) return detectByValues(kinds, hasOnly) ?? uncertain("emailStatus");
      if (found.includes("no") || (found.includes("yes") && isPartial)) return uncertain("subscribed");
      // Instead of an email, forms have words such as "anonymous".
      return found.includes(null) && unknownValues <= maxWords.mail && knownField(header) !== "email" ? uncertain("emailStatus") : null;
    case null:
      return detectByValues(kinds, hasOnly) ?? (states.hasInactive && states.hasOnlyStates ? uncertain("emailStatus") : null);
  }
}

/** Other headers: values that only a status of emails has. */
function detectByValues(kinds: ValueKinds, hasOnly: (...allowed: (ImportValueKind | null)[]) => boolean): ConsentColumn | null {
  const isAbout = kinds.has("unsubscribed") || kinds.has("complained") || kinds.has("bounced");
  if (!isAbout) return null;
  return { field: "emailStatus", isCertain: hasOnly(...personStatuses) };
}
