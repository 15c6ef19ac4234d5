import type { FileConsent } from "@/contract/import-settings";
import type { RowOf } from "@/db/query";
import type { imports } from "@/db/schema";
import { headerPattern, normalizeHeader } from "../table-files/cells";
import type { DetectedPreset } from "./detect-preset";

type Reason = NonNullable<FileConsent["reason"]>;

// cspell:disable
/** Parts of file names, without accents, case, spaces and punctuation. */
const hints = (
  [
    [/complain|spam|abuse|beschwerde|plainte|queja|reclamac|жалоб|苦情|投诉/, "complained"],
    [
      /unsub|optout|optedout|abgemeldet|abmeld|ausgetragen|abbestell|desabonn|desinscri|bajas?$|^bajas?|debaja|desuscri|disiscri|cancellat|descadastr|cancelad|uitgeschreven|uitschrijv|afgemeld|wypisan|rezygnac|отпис|配信停止|購読解除|退订|退訂|取消订阅|取消訂閱|수신거부|구독취소|avregistrer|avprenumer|afmeldt|avmeldt|abonelikten|odhlasen|leiratkoz|dezabon/,
      "unsubscribed",
    ],
    [
      /bounce|cleaned|invalid|undeliver|unzustellbar|nondistrib|rebot|rimbalz|devolvid|onbestelbaar|odbit|недостав|不達|退信|반송/,
      "bounced",
    ],
  ] as const
).map(([pattern, reason]) => [headerPattern(pattern), reason] as const);

/** People who never agreed, such as those of Mailchimp's transactional emails. */
const neverAgreed = headerPattern(/(?:non|not|never)subscri|nichtabonn|nonabonn|nosuscri|noniscritt|transactional|未订阅|未購読|미구독/);

const notToEmail = headerPattern(
  /suppress|block(?:ed|list|s)|blacklist|donot(?:contact|e?mail|send)|dont(?:contact|e?mail)|nocontact|dnc|excluded|exclusion|sperrliste|gesperrt|blockiert|nichtkontaktieren|bloque|listenoire|nepascontacter|listanegra|nocontactar|listanera|bloccat|bloquead|geblokkeerd|zwartelijst|zablokow|czarnalista|черныйсписок|заблок|ブロック|黑名单|黑名單|차단|robinson|stoplist/,
);
// cspell:enable

/** The reason that the name of a file says for all its rows, if it says one. */
export function reasonOfName(fileName: string): Reason | null {
  const name = fileNameWords(fileName);
  const found = hints.filter(([pattern]) => pattern.test(name));
  return found.length === 1 ? (found[0]?.[1] ?? null) : null;
}

const fileNameWords = (fileName: string): string => normalizeHeader(fileName.replace(/\.[a-z]{1,4}$/i, ""));

type StoredFile = Pick<RowOf<typeof imports>, "kind" | "file_name" | "columns" | "column_stats" | "row_count">;

/**
 * What a file of leads says about all its people, by the columns that a product only adds to such files, or by its name. Where files were joined,
 * most rows have no value in these columns, and they say nothing about the others.
 */
export function summarizeFileConsent(
  { kind, file_name, columns, column_stats, row_count }: StoredFile,
  preset: DetectedPreset,
): FileConsent | null {
  if (kind !== "leads") return null;
  const name = fileNameWords(file_name);
  const isNamed = hints.some(([pattern]) => pattern.test(name)) || notToEmail.test(name);
  for (const [index, column] of columns.entries()) {
    const reason = preset.everyoneWith(column);
    if (reason !== undefined && (isNamed || 2 * (column_stats?.[index]?.filled ?? 0) >= row_count)) return { reason, isCertain: true };
  }
  if (isNamed) return { reason: reasonOfName(file_name), isCertain: false };
  return neverAgreed.test(name) ? { reason: null, isCertain: false } : null;
}
