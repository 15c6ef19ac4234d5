import { type ImportField, ignoredColumn } from "@/contract/import-values";
import type { Question } from "@/contract/questions";
import { normalizeHeader } from "../table-files/cells";

// cspell:disable
// Headers of common exports, such as those of Mailchimp, HubSpot, LaunchList, Typeform and Google Forms, in several languages. Compared
// without accents, case, spaces and punctuation.
const headers: Readonly<Record<ImportField, readonly string[]>> = {
  email: [
    ...[
      "email",
      "emailaddress",
      "mail",
      "mailaddress",
      "useremail",
      "contactemail",
      "subscriberemail",
      "workemail",
      "yourmail",
      "youremail",
    ],
    ...["emailadresse", "mailadresse", "adressemail", "adresseemail", "adresseelectronique", "courriel", "correo", "correoelectronico"],
    ...["indirizzoemail", "indirizzodiposta", "postaelettronica", "enderecodeemail", "enderecoemail", "emailadres", "epost", "epostadress"],
    ...[
      "adresemail",
      "eposta",
      "sahkoposti",
      "メール",
      "メールアドレス",
      "邮箱",
      "电子邮件",
      "电子邮箱",
      "이메일",
      "почта",
      "электроннаяпочта",
    ],
  ],
  name: [
    "name",
    "fullname",
    "contactname",
    "yourname",
    "vollername",
    "nomcomplet",
    "nombrecompleto",
    "nomecompleto",
    "nomeecognome",
    "naam",
    "namn",
    "氏名",
    "お名前",
    "姓名",
    "이름",
  ],
  firstname: [
    "firstname",
    "fname",
    "givenname",
    "first",
    "forename",
    "vorname",
    "prenom",
    "nombre",
    "nome",
    "voornaam",
    "fornamn",
    "imie",
    "имя",
    "名",
  ],
  lastname: [
    "lastname",
    "lname",
    "surname",
    "familyname",
    "last",
    "nachname",
    "familienname",
    "nomdefamille",
    "nom",
    "apellido",
    "apellidos",
    "cognome",
    "sobrenome",
    "achternaam",
    "efternamn",
    "nazwisko",
    "фамилия",
    "姓",
  ],
  notes: [
    "notes",
    "note",
    "comments",
    "comment",
    "notizen",
    "bemerkung",
    "kommentar",
    "remarques",
    "commentaire",
    "notas",
    "comentarios",
    "commenti",
  ],
  createdAt: [
    ...[
      "created",
      "createdat",
      "createdon",
      "createdate",
      "date",
      "dateadded",
      "datecreated",
      "signedup",
      "signedupat",
      "signupdate",
      "joined",
      "joinedat",
      "subscribedat",
      "subscribeddate",
    ],
    ...[
      "optintime",
      "timestamp",
      "submittedat",
      "submissiondate",
      "registeredat",
      "erstelltam",
      "anmeldedatum",
      "datum",
      "angemeldetam",
      "dateinscription",
      "datedinscription",
    ],
    ...[
      "creele",
      "fechaderegistro",
      "fecha",
      "fechadealta",
      "dataiscrizione",
      "datadiiscrizione",
      "datadecadastro",
      "aanmelddatum",
      "zeitstempel",
      "horodateur",
      "marcatemporal",
    ],
  ],
  waitlist: ["waitlist", "onwaitlist", "waitinglist", "warteliste", "listedattente", "listadeespera", "listadattesa", "wachtlijst"],
  waitlistPosition: ["position", "waitlistposition", "rank", "place", "platz", "rang", "posicion", "posizione", "posicao", "positie"],
  consent: ["consent", "gdprconsent", "einwilligung", "consentement", "consentimiento", "consenso", "consentimento", "toestemming"],
  consentedAt: [
    "consentgiven",
    "confirmtime",
    "consentedat",
    "consentdate",
    "consenttime",
    "optindate",
    "einwilligungam",
    "dateconsentement",
  ],
  sourceTag: ["sourcetag", "source", "signupsource", "utmsource", "quelle", "origine", "origen", "origem", "bron"],
  tags: ["tags", "tag", "labels", "label", "schlagworte", "schlagworter", "etiquettes", "etiquetas", "etichette", "tagi"],
  emailStatus: [
    ...["emailstatus", "memberstatus", "subscriptionstatus", "subscriberstatus", "emailmarketingstatus", "marketingstatus", "optinstatus"],
    ...["status", "statut", "estado", "stato", "abonnementstatus"],
  ],
  unsubscribed: [
    ...["unsubtime", "unsubscribed", "unsubscribedat", "unsubscribedon", "unsubscribedate", "unsubscribetime", "optedout", "optout"],
    ...["blocklisted", "blacklisted", "abgemeldet", "abgemeldetam", "desabonne", "dadodebaja", "disiscritto", "uitgeschreven"],
  ],
  bounced: ["cleantime", "cleaned", "bounced", "bouncedat", "bouncedate", "hardbounced", "hardbounce"],
};
// cspell:enable

const fieldNames = (Object.entries(headers) as [ImportField, readonly string[]][]).flatMap(([field, names]) =>
  names.map((name) => [normalizeHeader(name), field] as const),
);

/**
 * Suggests what the columns hold: what was chosen for this header the last time, else a question with this key or label, else a known header.
 * No two columns get the same field. Of two known headers for a field, the first in the list is meant, such as "Source tag" and "Source".
 */
export function suggestMapping(
  columns: readonly string[],
  questions: readonly Question[],
  remembered: Readonly<Record<string, string>>,
): Record<string, string> {
  const taken = new Set<string>();
  const mapping: Record<string, string> = {};
  const suggest = (column: string | undefined, field: string | undefined) => {
    if (column === undefined || field === undefined || Object.hasOwn(mapping, column) || taken.has(field)) return;
    mapping[column] = field;
    if (field !== ignoredColumn) taken.add(field);
  };
  for (const column of columns) suggest(column, Object.hasOwn(remembered, column) ? remembered[column] : undefined);
  const byName = new Map(columns.toReversed().map((column) => [normalizeHeader(column), column]));
  for (const { key, label } of questions) for (const name of [key, label]) suggest(byName.get(normalizeHeader(name)), `field:${key}`);
  for (const [name, field] of fieldNames) suggest(byName.get(name), field);
  return mapping;
}
