import { createElement, Fragment, type ReactNode } from "react";
import { webhookLimits } from "@/contract/limits";
import { emailTextNote, type PersonalData } from "@/contract/personal-data";
import { formatWithUtc } from "@/lib/dates";

const styles = `
:root { color-scheme: light dark; --muted: light-dark(#5f6672, #a2a9b4); --line: light-dark(#dfe2e7, #343942); }
body { font: 0.9375rem/1.5 system-ui, sans-serif; max-width: 45rem; margin: 0 auto; padding: 32px 20px 64px; overflow-wrap: anywhere; background: light-dark(#fff, #131519); color: light-dark(#17191d, #eceef1); }
h1 { font-size: 24px; line-height: 1.3; margin: 0 0 4px; }
h2 { font-size: 17px; margin: 40px 0 8px; }
p { margin: 0 0 8px; }
.muted { color: var(--muted); }
dl { margin: 0; padding: 10px 0; border-top: 1px solid var(--line); }
dl > div { display: grid; grid-template-columns: minmax(96px, 180px) minmax(0, 1fr); gap: 16px; padding: 2px 0; }
dt { color: var(--muted); }
dd { margin: 0; white-space: pre-wrap; }
@media (max-width: 560px) { dl > div { display: block; padding: 4px 0; } }
@media print { :root { color-scheme: light; } dl { break-inside: avoid; } }
`;

/** Renders everything about a lead as a page without links to other files, so that it can be saved as one file. */
export async function renderPersonalDataPage(data: PersonalData): Promise<string> {
  // Loaded on first use, because it takes 10 MB and a tenth of a second.
  const { renderToStaticMarkup } = await import("react-dom/server");
  const markup = renderToStaticMarkup(
    <html lang="en">
      {/* biome-ignore lint/style/noHeadElement: Next doesn't render this page */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{`Personal data of ${data.lead.email}`}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a constant above */}
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        <main>
          <PersonalDataContent data={data} />
        </main>
      </body>
    </html>,
  );
  return `<!doctype html>${markup}`;
}

/** The rows of an entry. Rows without a value are left out. */
type Fields = Record<string, string | number | boolean | null | undefined>;

/** A part of the page, which says so if it has no entries. */
type Section = { title: string; note?: string; entries: readonly Fields[] };

function PersonalDataContent({ data }: { data: PersonalData }) {
  return (
    <>
      <h1>Personal data</h1>
      <p className="muted">
        Everything that <bdi>{data.project}</bdi> stores about <bdi>{data.lead.email}</bdi>. As of {formatTime(data.exportedAt)}.
      </p>
      {describeSections(data).map(({ title, note, entries }) => (
        <section key={title}>
          <h2>{title}</h2>
          {note !== undefined && entries.length > 0 && <p className="muted">{note}</p>}
          {entries.length === 0 ? <p className="muted">None</p> : createElement(Fragment, null, ...entries.map(renderEntry))}
        </section>
      ))}
    </>
  );
}

const renderEntry = (fields: Fields): ReactNode => (
  <dl>
    {Object.entries(fields)
      .filter(([, value]) => value !== null && value !== undefined && value !== "")
      .map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{String(value)}</dd>
        </div>
      ))}
  </dl>
);

function describeSections(data: PersonalData): Section[] {
  const { lead, waitlist, referrals, suppression, consent, emailChange } = data;
  const profile = {
    Email: lead.email,
    "First name": lead.firstname,
    "Last name": lead.lastname,
    Notes: lead.notes,
    Tags: lead.tags.join(", "),
    "External ID": lead.externalId,
    Status: toWords(lead.status),
    "Held because": lead.heldReason && toWords(lead.heldReason),
    "Email confirmed": formatOptionalTime(lead.confirmedAt),
    "Confirmed by": lead.confirmedBy && toWords(lead.confirmedBy),
    "Confirmation from": lead.confirmedFrom,
    "On the block list": data.isBlocked ? "Yes" : null,
    Created: formatTime(lead.createdAt),
    Updated: formatTime(lead.updatedAt),
  };
  const source = {
    Channel: toWords(lead.source),
    Source: lead.sourceTag,
    "Linked from": lead.referrerUrl,
    ...Object.fromEntries(Object.entries(lead.utm ?? {}).map(([name, value]) => [`UTM ${name}`, value])),
  };
  const position = {
    Status: waitlist.status && toWords(waitlist.status),
    Position: waitlist.position,
    "Last joined or left": formatOptionalTime(waitlist.changedAt),
  };
  return [
    { title: "Profile", entries: [profile] },
    {
      title: "Change of email",
      entries: emailChange
        ? [
            {
              "New email": emailChange.newEmail,
              Requested: formatTime(emailChange.requestedAt),
              "Link expires": formatTime(emailChange.expiresAt),
            },
          ]
        : [],
    },
    { title: "Answers", entries: data.answers.map(({ question, answer }) => ({ [question]: formatAnswer(answer) })) },
    { title: "Metadata", entries: Object.entries(lead.metadata).map(([key, value]) => ({ [key]: value })) },
    { title: "Source", entries: [source] },
    { title: "Consent", entries: consent ? [{ "You agreed to": consent.wording, On: formatTime(consent.at) }] : [] },
    {
      title: "Emails stopped",
      entries: suppression ? [{ Reason: toWords(suppression.reason), Note: suppression.note, Since: formatTime(suppression.since) }] : [],
    },
    { title: "Waitlist", entries: waitlist.status ? [position] : [] },
    {
      title: "Referrals",
      entries: [
        { "Referral code": referrals.referralCode, "Referred by": referrals.referredBy },
        ...referrals.referredLeads.map(({ email, joinedAt }) => ({ "Referred friend": email, Joined: formatTime(joinedAt) })),
      ],
    },
    {
      title: "Invitations",
      entries: data.invitations.map((invitation) => ({
        Code: invitation.code,
        Invited: formatTime(invitation.invitedAt),
        "Link opened": formatOptionalTime(invitation.openedAt),
        Expires: formatOptionalTime(invitation.expiresAt),
        Outcome: invitation.outcome && toWords(invitation.outcome),
        Ended: formatOptionalTime(invitation.endedAt),
      })),
    },
    {
      title: "Reserved codes",
      entries: data.reservedCodes.map(({ code, validFrom, validUntil }) => ({
        Code: code,
        Starts: formatOptionalTime(validFrom),
        Expires: formatOptionalTime(validUntil),
      })),
    },
    {
      title: "Codes on hold",
      entries: data.holds.map(({ code, expiresAt }) => ({ Code: code, Until: formatTime(expiresAt) })),
    },
    {
      title: "Codes to pass on",
      entries: data.inviteCodes.map(({ code, createdAt, claimed }) => ({
        Code: code,
        Created: formatTime(createdAt),
        Claimed: claimed ? "Yes" : "No",
      })),
    },
    {
      title: "Claims",
      entries: data.claims.map(({ code, claimedAt, source: channel, emailVerifiedBy }) => ({
        Code: code,
        Claimed: formatTime(claimedAt),
        Channel: toWords(channel),
        "Email verified by": emailVerifiedBy && toWords(emailVerifiedBy),
      })),
    },
    {
      title: "Failed claims",
      entries: data.failedClaims.map(({ code, error, attempts, firstAttemptAt, lastAttemptAt }) => ({
        Code: code,
        Reason: toWords(error),
        Attempts: attempts,
        "First attempt": formatTime(firstAttemptAt),
        "Last attempt": formatTime(lastAttemptAt),
      })),
    },
    {
      title: "Emails",
      note: emailTextNote,
      entries: data.emails.map((email) => ({
        To: email.to,
        Subject: email.subject,
        Status: toWords(email.status),
        Error: email.error,
        Created: formatTime(email.createdAt),
        Updated: formatTime(email.updatedAt),
        Code: email.code,
        Template: email.isTemplateKnown ? null : "Today's template, because the one from then is no longer stored",
        Text: email.text,
      })),
    },
    {
      title: "Activity",
      entries: data.activity.map(({ kind, at, actor, code, details }) => ({
        Event: toWords(kind),
        Time: formatTime(at),
        By: toWords(actor),
        Code: code,
        Details: describeDetails(details),
      })),
    },
    {
      title: "Imported rows",
      entries: data.imports.map(({ importedAt, row, cells, result }) => ({
        Imported: formatTime(importedAt),
        Row: row,
        Result: result && toWords(result),
        ...cells,
      })),
    },
    {
      title: "Sent to other systems",
      note: `What was sent in the last ${webhookLimits.deliveryDays} days.`,
      entries: data.webhooks.map(({ webhook, type, sentAt, isDelivered }) => ({
        System: webhook,
        Event: toWords(type),
        Sent: formatTime(sentAt),
        "Arrival confirmed": isDelivered ? "Yes" : "No",
      })),
    },
  ];
}

const formatTime = (at: string): string => formatWithUtc(new Date(at), "UTC");

const formatOptionalTime = (at: string | null): string | null => at && formatTime(at);

const formatAnswer = (answer: string | boolean): string => (answer === true ? "Yes" : answer === false ? "No" : answer);

/** Turns a name of the API into words: `lead.created` into "Lead created". */
function toWords(name: string): string {
  if (name === "api") return "API";
  const words = name.replace(/[._]/g, " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

const describeDetails = (details: Record<string, unknown>): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(", ") : String(value)}`)
    .join("\n");
