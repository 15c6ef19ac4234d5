// cspell:words undeliver
import type { SuppressionList } from "@/contract/import-settings";
import type { ConsentField, ImportValueKind, suppressionFields } from "@/contract/import-values";
import type { RowOf } from "@/db/query";
import type { imports } from "@/db/schema";
import { normalizeHeader } from "../table-files/cells";
import type { DetectedPreset } from "./detect-preset";
import { reasonOfName } from "./file-consent";

// cspell:disable
/** Headers of lists of suppressions in several languages, without case, spaces and punctuation. */
const headers: Partial<Record<(typeof suppressionFields)[number], string>> = {
  email: `email emailaddress address recipient mail suppressedemail blockedemail contact useremail emailadresse courriel correo correoelectronico
    indirizzoemail emailadres メールアドレス 邮箱 почта`,
  createdAt: `created createdat createdon date dateadded datecreated added addedat addedon suppressedat suppressedon suppressiondate blockedat
    blockedon lastupdatetime lastupdated updated updatedat timestamp time eventdate eventtime occurredat since datum fecha data erstelltam hinzugefugtam`,
  notes: `note notes detail details description comment comments diagnostic diagnosticcode error errormessage message response bouncemessage
    smtpresponse notiz notizen bemerkung kommentar commentaire notas`,
  expires: "expires expiresat expireson expired expiry expirydate expirationdate isexpired keepuntil until",
};
const reasonHeader =
  /reason|suppress|^(?:status|type|category|cause|source|event|kind|origin|bouncetype|grund|motif|motivo|razon|причина|原因|理由)$/;
// cspell:enable

/** What known headers hold. */
export const suppressionHeaders = (Object.entries(headers) as [string, string][]).flatMap(([field, names]) =>
  names.split(/\s+/).map((name) => [normalizeHeader(name), field] as const),
);

/** Whether a column can hold the reasons of suppressions, by its header. */
export const hasReasonHeader = (column: string): boolean => reasonHeader.test(normalizeHeader(column));

/** What a mail server answered, or a sentence, instead of a word. */
const isDetail = (value: string): boolean => value.length > 40 || /(?:^|\D)[245]\d\d(?:\D|$)|[245]\.\d{1,3}\.\d{1,3}/.test(value);

const reasonKinds: readonly (ImportValueKind | null)[] = ["unsubscribed", "bounced", "complained", "staff"];

/** Detects a column with the reasons of suppressions: words, some of them known, or below a header that says so. */
export function detectReasonColumn(
  column: string,
  values: readonly { value: string; kind: ImportValueKind | null }[],
  otherRows: number,
): { field: ConsentField; isCertain: boolean } | null {
  if (otherRows > 0 || values.length === 0) return null;
  const unknown = values.filter(({ kind }) => kind === null);
  const isKnown = values.some(({ kind }) => reasonKinds.includes(kind)) && !values.some(({ kind }) => kind === "yes" || kind === "no");
  const hasWords = unknown.length > 0 && hasReasonHeader(column);
  return (isKnown || hasWords) && !unknown.some(({ value }) => isDetail(value)) ? { field: "emailStatus", isCertain: true } : null;
}

/** Whether the name of a file says that its people can be emailed. */
const isAllowlistName = (text: string): boolean => /allow.?list|white.?list|safe.?list/i.test(text);

/** Returns what a list of suppressions says as a whole, or null for leads. */
export function summarizeSuppressions(
  { kind, file_name: fileName, columns }: Pick<RowOf<typeof imports>, "kind" | "file_name" | "columns">,
  { suppressions }: DetectedPreset,
): SuppressionList | null {
  if (kind !== "suppressions") return null;
  const { reason, isAllowlist } = suppressions ?? {};
  const fromName = reasonOfName(fileName);
  // SendGrid's blocks have the columns of its bounces.
  const isUncertain = reason !== undefined && /block/i.test(fileName);
  return {
    reason: isUncertain ? null : (reason ?? fromName),
    isAllowlist: isAllowlist === true || [fileName, ...columns].some(isAllowlistName),
  };
}
