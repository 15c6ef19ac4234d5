import { type SQL, sql } from "drizzle-orm";
import { type MailKind, type MailText, mailTexts } from "@/contract/mail-texts";
import type { UnlinkedMessage } from "@/emails/letter";

/** What every mail of a kind says of its project. */
export type LetterheadRow = {
  project_name: string;
  zone: string;
  accent: string;
  claimed_url: string | null;
  referral_places: number;
  /** What staff made of the words; null where they are the service's own. */
  text: MailText | null;
};

/** The columns of `LetterheadRow`, of the project `p` and a kind of mail. */
export const letterheadColumns = (
  kind: SQL,
): SQL => sql`p.name as project_name, p.time_zone as zone, p.accent, p.claimed_url, p.referral_places,
  (select json_build_object('subject', t.subject, 'body', t.body, 'button', t.button) from mail_texts t where t.project_id = p.id and t.kind = ${kind}) as text`;

type Letterhead = Pick<UnlinkedMessage, "kind" | "text" | "projectName" | "zone" | "accent" | "claimedUrl" | "referralPlaces">;

/** What of a message its project and its kind make. */
export const letterhead = (kind: MailKind, row: LetterheadRow): Letterhead => ({
  kind,
  text: row.text ?? mailTexts[kind],
  projectName: row.project_name,
  zone: row.zone,
  accent: row.accent,
  claimedUrl: row.claimed_url,
  referralPlaces: row.referral_places,
});
