"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { Actor, EventSentence } from "@/components/activity";
import { apiInfiniteQuery, apiQuery } from "@/components/api-query";
import { batchName } from "@/components/batches";
import { claimDetails, useRevocation } from "@/components/claims";
import { LeadPicker } from "@/components/leads";
import { claimPageText } from "@/components/public";
import { DeliveryStatus } from "@/components/sends";
import { useCan, useSession } from "@/components/shell/session";
import { ActionButton, type ActionDialogs, useActionDialogs } from "@/components/ui/actions";
import { Card } from "@/components/ui/card";
import { QueryError } from "@/components/ui/errors";
import { Field } from "@/components/ui/field";
import { CellLink, TextLink } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/loading";
import { LoadMoreList } from "@/components/ui/query-state";
import { Interpolate } from "@/components/ui/text";
import { Time, useNow } from "@/components/ui/time";
import { useApiMutation } from "@/components/use-api-mutation";
import type { ClaimRecord } from "@/contract/claims";
import type { CheckReply, CodeRecord, HeldCodeRecord } from "@/contract/codes";
import type { DeliveryRecord } from "@/contract/deliveries";
import type { EventRecord } from "@/contract/events";
import type { HoldRecord } from "@/contract/holds";
import { normalizeEmail } from "@/contract/normalize";
import { plural } from "@/lib/plural";
import { activityPath, batchPath, leadPath, routes, sendPath, withQuery } from "@/lib/routes";
import { relatedPageParams } from "./definition";
import { codeRuleLabels } from "./labels";

/** The copy of the page of a code. */
export const detailLabels = {
  claimLink: {
    title: "Claim link",
    description: "Opens the claim page with this code filled in.",
    redemptionTitle: "Redemption link",
    redemptionDescription: "This code is redeemed elsewhere. Its emails, QR codes and cards have this link.",
    copyTarget: "claim link",
    showQrCode: "Show QR code",
    downloadQrCode: (format: string) => `Download QR code as ${format.toUpperCase()}`,
    qrCode: (code: string) => `QR code for the claim link of ${code}`,
  },
  copyCodeTarget: "code",

  check: {
    title: "Check eligibility",
    description: "See whether someone can claim this code, and why not. Checking doesn't use the code.",
    email: "Email",
    placeholder: "Search leads or enter an email",
    rules: "Rules",
    passed: (rule: string) => `${rule}, passed:`,
    failed: (rule: string) => `${rule}, failed:`,
    canClaim: "They can claim this code",
    cannotClaim: "They can't claim this code",
    alreadyClaimed: "They already claimed this code",
    claimAgain: "They can claim it again without using it up, even if a rule below fails.",
    pageAccepts: "The claim page accepts this code from them.",
    pageError: (message: string) => `The claim page says: “${message}”`,
  },

  holds: {
    title: "On hold",
    description: "Uses that an app keeps for people who are signing up. Others can't claim them until the hold ends.",
    count: (count: number) => plural(count, { one: "{n} use is on hold", other: "{n} uses are on hold" }),
    allHeld: "All uses that are left are on hold for people who are signing up.",
    more: (count: number) => plural(count, { one: "{n} more hold ends later.", other: "{n} more holds end later." }),
    ends: "Ends {time}",
    release: "Release",
    releaseHold: (email: string) => `Release the hold of ${email}`,
    releaseDialog: {
      title: (email: string) => `Release the hold of ${email}?`,
      consequence: "Others can claim this use of the code at once. If they do, the person can't finish their sign-up with it.",
      action: "Release hold",
      success: "Hold released",
    },
  },

  claims: {
    title: "Claims",
    viewAll: "View all claims",
    empty: "No one has claimed this code yet.",
    revoke: "Revoke",
    revokeClaim: (email: string) => `Revoke the claim by ${email}`,
  },
  deliveries: { title: "Emails", viewAll: "View sends", empty: "This code hasn't been sent to anyone yet." },
  /** `{batch}` is replaced by the link. */
  history: { title: "History", viewAll: "View in activity", created: "Created in the batch {batch}" },
  loadMore: "Load more",
};

const { check } = detailLabels;

/** Explains whether someone can claim a code. The URL holds their email. */
export function ClaimCheck({ code }: { code: string }) {
  const [emailParam, setEmailParam] = useQueryState("check", parseAsString);
  const email = normalizeEmail(emailParam ?? "");
  return (
    <Card title={check.title} description={check.description}>
      <Field label={check.email}>
        <LeadPicker value={email} onValueChange={(next) => void setEmailParam(next)} placeholder={check.placeholder} />
      </Field>
      <div aria-live="polite">{email !== null && <ClaimCheckResult code={code} email={email} />}</div>
    </Card>
  );
}

function ClaimCheckResult({ code, email }: { code: string; email: string }) {
  const query = useQuery({ ...apiQuery("POST /codes/check", { body: { code, email } }), staleTime: 0 });
  const { data } = query;
  if (query.isError) return <QueryError query={query} className="py-6" />;
  if (data === undefined) return <Skeleton className="mt-4 h-60 rounded-lg" />;
  return (
    <div className="mt-4 grid gap-4">
      <ClaimCheckSummary reply={data} />
      <ul aria-label={check.rules} className="grid gap-2">
        {data.rules.map(({ rule, passes, message }) => (
          <li key={rule} className="flex items-start gap-2">
            {passes ? (
              <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-positive" />
            ) : (
              <CircleX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-destructive" />
            )}
            <span className="min-w-0">
              <span className="sr-only">{passes ? check.passed(codeRuleLabels[rule]) : check.failed(codeRuleLabels[rule])} </span>
              {message}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Shows the result, and what the public claim page would say. */
function ClaimCheckSummary({ reply: { claimable, claimed, publicError, code } }: { reply: CheckReply }) {
  const { project } = useSession();
  const title = claimed ? check.alreadyClaimed : claimable ? check.canClaim : check.cannotClaim;
  return (
    <div className="rounded-lg border bg-sunken px-3 py-2">
      <p className="font-medium">{title}</p>
      <p className="text-2sm text-muted-foreground">
        {claimed && `${check.claimAgain} `}
        {publicError === null
          ? check.pageAccepts
          : check.pageError(claimPageText({ error: publicError, availableAt: code?.validFrom ?? null, project }))}
      </p>
    </div>
  );
}

/** The holds of a code that haven't ended. */
export function useActiveHolds({ holds }: HeldCodeRecord): HoldRecord[] {
  const now = useNow();
  return holds.filter(({ expiresAt }) => Date.parse(expiresAt) > now);
}

/** How many holds are listed. */
const maxListedHolds = 20;

/** Who holds the code, and until when. Renders nothing if no one does. */
export function CodeHolds({ code }: { code: HeldCodeRecord }) {
  const holds = useActiveHolds(code);
  // Outside of the list, since a released hold leaves it before the dialog is closed.
  const dialogs = useActionDialogs();
  const more = holds.length - maxListedHolds;
  return (
    <>
      {holds.length > 0 && (
        <Card title={detailLabels.holds.title} description={detailLabels.holds.description} className="min-w-0">
          <ul aria-label={detailLabels.holds.title} className="-my-2 divide-y">
            {holds.slice(0, maxListedHolds).map((hold) => (
              <li key={hold.email}>
                <HoldItem code={code.code} hold={hold} dialogs={dialogs} />
              </li>
            ))}
          </ul>
          {more > 0 && <p className="mt-4 text-muted-foreground">{detailLabels.holds.more(more)}</p>}
        </Card>
      )}
      {dialogs.dialog}
    </>
  );
}

function HoldItem({ code, hold: { email, expiresAt }, dialogs }: { code: string; hold: HoldRecord; dialogs: ActionDialogs }) {
  const zone = useSession().project.timeZone;
  const canRelease = useCan("POST /codes/release-hold");
  const { mutateAsync } = useApiMutation("POST /codes/release-hold", { changes: ["GET /codes/:code"] });
  const { release, releaseHold, releaseDialog, ends } = detailLabels.holds;
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-4 py-1.5">
      <span translate="no" className="min-w-0 flex-1 basis-48 truncate font-mono text-2sm" title={email}>
        {email}
      </span>
      <span className="text-muted-foreground">
        <Interpolate text={ends} values={{ time: <Time at={expiresAt} zone={zone} /> }} />
      </span>
      <ActionButton
        variant="ghost"
        size="sm"
        className="-mr-2 ml-auto"
        aria-label={releaseHold(email)}
        action={
          canRelease && {
            label: release,
            confirm: { ...releaseDialog, title: releaseDialog.title(email) },
            run: () => mutateAsync({ body: { code, email } }),
          }
        }
        dialogs={dialogs}
      />
    </div>
  );
}

/** Who claimed the code, and when. */
export function CodeClaims({ code: { code, claims } }: { code: CodeRecord }) {
  const query = useInfiniteQuery(apiInfiniteQuery("GET /codes/:code/claims", { params: { code }, query: relatedPageParams }));
  // Outside of the list, since a revoked claim leaves it before the dialog is closed.
  const dialogs = useActionDialogs();
  return (
    <Card
      title={detailLabels.claims.title}
      action={claims > 0 && <TextLink href={withQuery(routes.claims, { code })}>{detailLabels.claims.viewAll}</TextLink>}
    >
      <LoadMoreList
        query={query}
        label={detailLabels.claims.title}
        emptyText={detailLabels.claims.empty}
        loadMoreLabel={detailLabels.loadMore}
        getId={({ email }) => email}
      >
        {(claim) => <ClaimItem claim={claim} dialogs={dialogs} />}
      </LoadMoreList>
      {dialogs.dialog}
    </Card>
  );
}

const LeadLink = ({ email }: { email: string }) => (
  <span translate="no" className="min-w-0 flex-1 basis-48 font-mono text-2sm">
    <CellLink href={leadPath(email)} title={email}>
      {email}
    </CellLink>
  </span>
);

function ClaimItem({ claim, dialogs }: { claim: ClaimRecord; dialogs: ActionDialogs }) {
  const { email, claimedAt } = claim;
  const zone = useSession().project.timeZone;
  const canRevoke = useCan("POST /claims/revoke");
  const revoke = useRevocation();
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-4 py-1.5">
      <LeadLink email={email} />
      <span className="text-muted-foreground">{claimDetails(claim)}</span>
      <Time at={claimedAt} zone={zone} className="w-28 text-muted-foreground sm:text-right" />
      <ActionButton
        variant="ghost"
        size="sm"
        className="-mr-2 ml-auto"
        aria-label={detailLabels.claims.revokeClaim(email)}
        action={canRevoke && { label: detailLabels.claims.revoke, ...revoke(claim) }}
        dialogs={dialogs}
      />
    </div>
  );
}

/** The emails that carried the code, and their status. */
export function CodeDeliveries({ code }: { code: string }) {
  const query = useInfiniteQuery(apiInfiniteQuery("GET /deliveries", { query: { code, ...relatedPageParams } }));
  const hasDeliveries = query.data !== undefined && query.data.pages[0]?.items.length !== 0;
  return (
    <Card
      title={detailLabels.deliveries.title}
      action={hasDeliveries && <TextLink href={withQuery(routes.sends, { code })}>{detailLabels.deliveries.viewAll}</TextLink>}
    >
      <LoadMoreList
        query={query}
        label={detailLabels.deliveries.title}
        emptyText={detailLabels.deliveries.empty}
        loadMoreLabel={detailLabels.loadMore}
        getId={({ id }) => id}
      >
        {(delivery) => <DeliveryItem delivery={delivery} />}
      </LoadMoreList>
    </Card>
  );
}

function DeliveryItem({ delivery }: { delivery: DeliveryRecord }) {
  const zone = useSession().project.timeZone;
  const { email, error, send, createdAt, status } = delivery;
  return (
    <div className="grid gap-y-0.5 py-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-0.5">
        <LeadLink email={email} />
        <DeliveryStatus delivery={delivery} zone={zone} />
        <span className="w-28 text-muted-foreground sm:text-right">
          <CellLink href={sendPath(send)}>
            <Time at={createdAt} zone={zone} />
          </CellLink>
        </span>
      </div>
      {error !== null && (status === "failed" || status === "retrying") && <p className="text-2sm text-muted-foreground">{error}</p>}
    </div>
  );
}

/** The events of a code, and where it comes from. */
export function CodeHistory({ code: { code, batch, createdAt } }: { code: CodeRecord }) {
  const { timeZone } = useSession().project;
  const batchLink = <TextLink href={batchPath(batch.id)}>{batchName(batch)}</TextLink>;
  const query = useInfiniteQuery(apiInfiniteQuery("GET /events", { query: { code, ...relatedPageParams } }));
  return (
    <Card title={detailLabels.history.title} action={<TextLink href={activityPath({ code })}>{detailLabels.history.viewAll}</TextLink>}>
      <LoadMoreList
        query={query}
        label={detailLabels.history.title}
        end={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-0.5 py-2">
            <span className="min-w-0 flex-1 basis-64">
              <Interpolate text={detailLabels.history.created} values={{ batch: batchLink }} />
            </span>
            <Time at={createdAt} zone={timeZone} className="w-28 text-muted-foreground sm:text-right" />
          </div>
        }
        loadMoreLabel={detailLabels.loadMore}
        getId={({ id }) => id}
      >
        {(event) => <HistoryItem event={event} />}
      </LoadMoreList>
    </Card>
  );
}

function HistoryItem({ event }: { event: EventRecord }) {
  const zone = useSession().project.timeZone;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-0.5 py-2">
      <span className="min-w-0 flex-1 basis-64">
        <EventSentence event={event} />
      </span>
      <span className="max-w-48 text-muted-foreground">
        <Actor actor={event.actor} />
      </span>
      <Time at={event.at} zone={zone} className="w-28 text-muted-foreground sm:text-right" />
    </div>
  );
}
