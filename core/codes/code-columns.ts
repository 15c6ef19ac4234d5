import { type CodeColumn, codeColumns, ignoredColumn } from "@/contract/import-values";
import { normalizeEmail } from "@/contract/normalize";
import { maxValueLength, normalizeHeader, unmarkFormula } from "../table-files/cells";
import { DateCounter } from "../table-files/date-columns";

// cspell:words allowedclaims validuntil usespercode
// cspell:disable
// Headers of common exports, such as those of Shopify, WooCommerce, Stripe, Lemon Squeezy, Paddle, Gumroad, Eventbrite, BigCommerce, Magento,
// Squarespace and the app stores, in several languages. Of several for a field, the first in the list is meant.
const headers: Readonly<Record<CodeColumn, readonly string[]>> = {
  code: [
    ...["code", "codes", "accesscode", "couponcode", "discountcode", "promocode", "promotioncode", "promotionalcode", "vouchercode"],
    ...["offercode", "redemptioncode", "redeemcode", "giftcode", "invitecode", "couponcodes", "discountcodes", "promocodes"],
    ...["promotioncodes", "vouchercodes", "offercodes", "coupon", "voucher", "posttitle", "key", "token"],
    ...["gutschein", "gutscheincode", "gutscheincodes", "rabattcode", "zugangscode", "codepromo", "codepromotionnel", "codederemise"],
    ...["codigo", "codigodescuento", "codigodedescuento", "cupon", "codice", "codicesconto", "cupom", "kortingscode", "kod", "rabattkod"],
    ...[
      "kodrabatowy",
      "код",
      "промокод",
      "コード",
      "クーポンコード",
      "プロモーションコード",
      "代码",
      "优惠码",
      "优惠券代码",
      "코드",
      "쿠폰코드",
    ],
  ],
  uses: [
    ...["allowedclaims", "usespercode", "uses", "maxuses", "maximumuses", "maxnumberofuses", "usagelimit", "usagelimitpercode"],
    ...["usagelimitpercoupon", "totalusagelimit", "uselimit", "maxusage", "maxusages", "maximumusage", "usesallowed", "maxredemptions"],
    ...["maximumredemptions", "redemptionlimit", "redemptionslimit", "maxredeem", "maxpurchasecount", "maxclaims", "claimlimit"],
    ...["usespercoupon", "totaluses", "quantityavailable", "quantitytotal", "limit", "quantity"],
    ...["nutzungen", "nutzungslimit", "einlosungen", "maxeinlosungen", "anzahl", "utilisations", "limitedutilisation", "limiteutilisation"],
    ...["usos", "limitedeusos", "limitedeuso", "utilizzi", "limitediutilizzo", "usi", "gebruik", "gebruikslimiet"],
  ],
  validFrom: [
    ...["validfrom", "startsat", "startsatutc", "startson", "startdate", "startat", "starttime", "datestart", "datestarts", "starts"],
    ...["activefrom", "availablefrom", "fromdate", "start", "from"],
    ...["gultigab", "gultigvon", "startdatum", "beginn", "valabledu", "datedebut", "datededebut", "debut", "validodesde", "fechainicio"],
    ...["fechadeinicio", "desde", "validodal", "datainizio", "datadiinizio", "inizio", "geldigvanaf", "begindatum", "datadeinicio"],
  ],
  validUntil: [
    ...["validuntil", "validthrough", "validto", "validtill", "expiresat", "expiresatutc", "expireson", "expires", "expiry", "expirydate"],
    ...["dateexpires", "dateexpiresgmt", "couponexpirydate", "expirationdate", "expirationtime", "expiration", "dateexpiration"],
    ...[
      "dateofexpiry",
      "expirationdateutc",
      "endsat",
      "endsatutc",
      "endson",
      "enddate",
      "endat",
      "endtime",
      "dateend",
      "ends",
      "activeuntil",
    ],
    ...["availableuntil", "redeemby", "redeembydate", "todate", "until", "end"],
    ...[
      "gultigbis",
      "ablauf",
      "ablaufdatum",
      "lauftab",
      "enddatum",
      "valableau",
      "valablejusquau",
      "valablejusqua",
      "datefin",
      "datedefin",
    ],
    ...["expirele", "fin", "validohasta", "fechafin", "fechadefin", "fechadevencimiento", "fechadecaducidad", "fechadeexpiracion", "hasta"],
    ...["caducidad", "vencimiento", "validofinoal", "datafine", "datadifine", "datascadenza", "datadiscadenza", "scadenza", "geldigtot"],
    ...[
      "einddatum",
      "vervaldatum",
      "validade",
      "datadevalidade",
      "datafinal",
      "有効期限",
      "有效期至",
      "截止日期",
      "유효기간",
      "срокдействия",
    ],
  ],
  reservedFor: [
    ...["reservedfor", "reservedforemail", "customeremail", "recipientemail", "useremail", "email", "emailaddress", "mail", "recipient"],
    ...["customer", "for", "reserviertfur", "reservepour", "reservadopara", "riservatoa", "correo", "courriel"],
  ],
  tags: ["tags", "tag", "labels", "label"],
  externalId: ["externalid"],
};

/** Parts of headers of columns that limit the uses of a code, or count them. */
const limitWords = /limit|max|uses?$|usage|used|redemption|redeemed|quantity|remaining|claims|nutzung|einlos|utilis|usos|utilizz|gebruik/;
const dateWords = /date|expir|until|valid|start|ends?(?:at|on|time)?$|datum|fecha|fin$|ablauf|gultig|scaden|geldig|venc|caduc|期/;
// cspell:enable

/** Which column holds what. `names` are the headers. `isOwnExport`: the file is an export of codes from here. */
export type Layout = { hasHeader: boolean; isOwnExport: boolean; names: string[]; indexes: Partial<Record<CodeColumn, number>> };

/** Finds the columns of a list by their headers, and by what was chosen for headers. Returns null if there is no column with codes. */
export function readLayout(cells: readonly string[], mapping: Readonly<Record<string, CodeColumn | typeof ignoredColumn>>): Layout | null {
  const names = cells.map((cell) => cell.trim().slice(0, maxValueLength));
  const normalized = names.map(normalizeHeader);
  const chosen = names.map((name) => (Object.hasOwn(mapping, name) ? mapping[name] : undefined));
  const indexes: Layout["indexes"] = {};
  for (const column of codeColumns) {
    const known = headers[column].map((header) => normalized.findIndex((name, index) => name === header && chosen[index] === undefined));
    const index = [chosen.indexOf(column), ...known].find((each) => each >= 0);
    if (index !== undefined) indexes[column] = index;
  }
  const isOwnExport =
    ["code", "allowedclaims", "validuntil"].every((name) => normalized.includes(name)) &&
    ["batch", "batchname"].some((name) => normalized.includes(name));
  if (indexes.code !== undefined) return { hasHeader: true, isOwnExport, names, indexes };
  // The app stores write the link of each code beside it.
  const isList = cells.slice(1).every((cell) => /^\s*(?:https?:\/\/\S+)?\s*$/i.test(cell));
  return isList
    ? {
        hasHeader: false,
        isOwnExport,
        names: cells.map((_, index) => (index === 0 ? "code" : `Column ${index + 1}`)),
        indexes: { code: 0 },
      }
    : null;
}

/** Whether an empty cell of a column of uses means no limit, as in other tools. Our own template leaves it to the value for all codes. */
export const hasForeignLimit = ({ names, indexes }: Layout): boolean =>
  indexes.uses !== undefined && !["uses", "usespercode", "allowedclaims"].includes(normalizeHeader(names[indexes.uses] ?? ""));

type UnusedColumn = { column: string; rows: number; values: string[] };

/** How many of the values of a column must look like a date or an email, so that the column does. */
const minShare = 0.8;

/** Finds the columns that look like dates, limits or emails and aren't used, unless that was confirmed. */
export function findUnusedColumns(
  { names, indexes, hasHeader, isOwnExport }: Layout,
  rows: readonly (readonly string[])[],
  mapping: Readonly<Record<string, string>>,
): UnusedColumn[] {
  if (!hasHeader || isOwnExport) return [];
  const used = new Set(Object.values(indexes));
  return names.flatMap((column, index) => {
    if (used.has(index) || mapping[column] === ignoredColumn) return [];
    const values = rows.map((cells) => unmarkFormula((cells[index] ?? "").trim())).filter((value) => value !== "");
    return looksUseful(normalizeHeader(column), values) ? [{ column, rows: values.length, values }] : [];
  });
}

function looksUseful(header: string, values: readonly string[]): boolean {
  if (values.length === 0) return false;
  const isMost = (count: number) => count / values.length >= minShare;
  if (isMost(values.filter((value) => normalizeEmail(value) !== null).length)) return true;
  if (limitWords.test(header) && isMost(values.filter((value) => /^\d{1,9}$/.test(value) || isUnlimited(value)).length)) return true;
  const counter = new DateCounter();
  // A number is only a date if the header says so.
  return isMost(values.filter((value) => (/\D/.test(value) || dateWords.test(header)) && counter.add(value)).length);
}

// cspell:disable
const unlimited =
  /^(?:-1|∞|(?:no |without )?(?:unlimited|limits?|infinit[ey]|infinity)|none|n\/a|null|unbegrenzt|ohne limit|illimitée?|sans limite|ilimitado|sin límite|sem limite|illimitato|onbeperkt|obegränsad|bez limitu|无限|無制限|무제한)$/i;
// cspell:enable

/** Whether a number of uses says in words or signs that there is no limit. */
export const isUnlimited = (text: string): boolean => unlimited.test(text.trim());
