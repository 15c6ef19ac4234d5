import { headerPattern, normalizeHeader } from "../table-files/cells";
import { knownField } from "./known-headers";

// cspell:disable
/** Parts of headers about emails or contact, without accents, case, spaces and punctuation. */
const mail =
  /mail|newsletter|contact|kontakt|contatt|correo|courriel|epost|eposta|sahkoposti|boletin|infolettre|nieuwsbrief|rundbrief|nyhetsbrev|biuletyn|hirlevel|bulten|zpravodaj|anschreib|werbung|benachrichtig|рассыл|письм|почт|мейл|контакт|связаться|листи|メール|メルマガ|ニュースレター|連絡|お知らせ|配信|邮件|郵件|电邮|電郵|邮箱|联系|聯絡|聯繫|通讯|訊息|이메일|메일|뉴스레터|연락|소식|بريد|דואר|דוא|อีเมล|thudientu/;
/** Parts of headers about an address, the email itself, or a person to contact. */
const otherMail =
  /address|adress|provider|domain|client|server|type$|label$|street|city|zip|postal|country|state$|region|owner|name|person|role|title|company|account|phone|open|click|sent|received|last|first|recent|template|subject|message|body|text|note|hash|md5|key$|code$|group|segment|campaign|value$|\d$/;
/** Parts of headers about something else than emails. */
const otherFacts =
  /admin|moderator|superuser|staff|employee|sso|mfa|2fa|twofactor|totp|taxexempt|taxable|vat|phone|mobile|sms|whatsapp|password|mustchange|avatar|photo|gender|male$|student|vegetarian|vegan|allerg|dietary/;
/** Parts of headers about how many or how much. */
const amounts =
  /referr|invit|points?|score|orders?|purchase|opens?|opened|clicks?|clicked|total|spent|spend|amount|revenue|value|price|paid|mrr|ltv|age$|visits?|views?|sessions?|logins?|signins?|credits?|balance|quantity|qty|guests?|children|kids|number|count|anzahl|priority|rank|position|sends?|sent|level|size|year|month|day|(?<!val)id$/;
// cspell:enable

const mailWords = headerPattern(mail);

/** Whether a header mentions emails or contact, in whatever way: maybe whether someone wants them. */
export const isMailHeader = (header: string): boolean => {
  const name = normalizeHeader(header);
  return mailWords.test(name) && !otherMail.test(name) && ["email", undefined].includes(knownField(header));
};

/** Whether a yes or no below a header is clearly about something else than emails. Zeros and ones can be amounts. */
export const isOtherFact = (header: string, isNumeric: boolean): boolean => {
  const name = normalizeHeader(header);
  return otherFacts.test(name) || (isNumeric && amounts.test(name));
};
