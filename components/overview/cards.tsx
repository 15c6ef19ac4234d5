"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Activity, Send, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useQueryState } from "nuqs";
import { Actor, EventSentence } from "@/components/activity";
import { apiPageQuery, apiQuery } from "@/components/api-query";
import { watchJob } from "@/components/jobs";
import { SendProgress, SendSavedEmailsButton, sendsQuery, sendTitle } from "@/components/sends";
import { RetryEmailsButton } from "@/components/settings";
import { useCan, useSession } from "@/components/shell/session";
import { ActionButton } from "@/components/ui/actions";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { Series } from "@/components/ui/chart";
import { ChartCard } from "@/components/ui/chart-card";
import { TextLink } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/loading";
import { EmptyState, QueryState } from "@/components/ui/query-state";
import { WrappedName } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { spans } from "@/contract/enums";
import type { EventRecord } from "@/contract/events";
import type { OverviewReply } from "@/contract/overview";
import type { SendRecord } from "@/contract/sends";
import { routes, sendPath, webhookPath, withQuery } from "@/lib/routes";
import { overviewLabels, spanLabels } from "./labels";
import { getRefreshInterval } from "./refresh-interval";
import { chartSpanParser, latestSendsParams, recentEventsParams } from "./url";

const { attention: attentionLabels, growth: growthLabels, sends: sendsLabels, activity: activityLabels } = overviewLabels;
const spanOptions = spans.map((value) => ({ value, label: spanLabels[value].button }));

type AttentionItem = OverviewReply["attention"][number];

/** What needs attention, with links to the details. Renders nothing without items. */
export function AttentionCard({ hasChecklist }: { hasChecklist: boolean }) {
  const { data } = useQuery({ ...apiQuery("GET /overview"), refetchInterval: getRefreshInterval });
  // The checklist already asks to connect email.
  const items = data?.attention.filter(({ name }) => !hasChecklist || name !== "email_not_connected") ?? [];
  if (items.length === 0) return null;
  return (
    <Card title={attentionLabels.title}>
      <ul className="-my-2 divide-y">
        {items.map((item) => (
          <li key={`${item.name} ${item.subject}`} className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2.5">
            <span className="flex min-w-0 flex-1 basis-60 gap-3">
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
              <span className="min-w-0">{item.message}</span>
            </span>
            <span className="empty:hidden max-sm:pl-7">
              <AttentionAction item={item} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function AttentionAction({ item: { name, subject, count } }: { item: AttentionItem }) {
  const { canCall } = useSession();
  if (name === "failed_deliveries")
    return subject === null ? (
      <TextLink href={withQuery(routes.sends, { failed: "true" })}>{attentionLabels.viewSends}</TextLink>
    ) : (
      <TextLink href={sendPath(subject)}>{attentionLabels.viewSend}</TextLink>
    );
  if (name === "failed_messages")
    return <TextLink href={withQuery(routes.automaticEmails, { status: "failed" })}>{attentionLabels.viewEmails}</TextLink>;
  if (name === "saved_emails") return <SendSavedEmailsButton />;
  if (name === "guessing" || name === "sign_up_flood")
    return <TextLink href={routes.settings.abuseProtection}>{attentionLabels.viewAbuseProtection}</TextLink>;
  if (name === "key_guesses") return <TextLink href={routes.settings.keys}>{attentionLabels.viewKeys}</TextLink>;
  if (name === "held_sign_ups")
    return <TextLink href={withQuery(routes.leads, { status: "held" })}>{attentionLabels.reviewSignUps(count ?? 0)}</TextLink>;
  if (name === "email_not_connected" || name === "email_settings_unreadable" || name === "unencrypted_password")
    return (
      canCall("PATCH /project/email-delivery") && (
        <TextLink href={routes.settings.emailDelivery}>{attentionLabels.setUpEmailDelivery}</TextLink>
      )
    );
  if (name === "backup_missing" || name === "backup_overdue" || name === "backup_failed")
    return canCall("GET /system") && <TextLink href={routes.settings.system}>{attentionLabels.viewSystem}</TextLink>;
  if (name === "mail_server_unreachable" || name === "email_limited") return <RetryEmailsButton />;
  if (name === "email_refused") return <ResumeEmailButton />;
  if (name === "refused_suppressions") return <UndoSuppressionsButton />;
  if (name === "format_running_out")
    return canCall("POST /batches") && <TextLink href={routes.generate}>{attentionLabels.viewFormats}</TextLink>;
  if ((name === "webhook_failing" || name === "webhook_disabled") && subject !== null)
    return <TextLink href={webhookPath(subject)}>{attentionLabels.viewWebhook}</TextLink>;
  if (name === "job_failed" && subject !== null)
    return (
      <Button variant="outline" size="sm" onClick={() => watchJob(subject)}>
        {attentionLabels.viewJob}
      </Button>
    );
  return null;
}

function ResumeEmailButton() {
  const { mutateAsync } = useApiMutation("POST /deliveries/resume", { changes: ["GET /overview"] });
  const canResume = useCan("POST /deliveries/resume");
  const run = () => mutateAsync({}).then(() => toast.success(attentionLabels.resumedEmail));
  return <ActionButton size="sm" action={canResume && { label: attentionLabels.resumeEmail, run, failed: attentionLabels.resumeFailed }} />;
}

function UndoSuppressionsButton() {
  const { mutateAsync } = useApiMutation("POST /deliveries/undo-suppressions", { changes: ["GET /overview"] });
  const canUndo = useCan("POST /deliveries/undo-suppressions");
  const run = () => mutateAsync({}).then(({ removed }) => toast.success(attentionLabels.undidSuppressions(removed)));
  return (
    <ActionButton size="sm" action={canUndo && { label: attentionLabels.undoSuppressions, run, failed: attentionLabels.undoFailed }} />
  );
}

/** Sign-ups and claims per day. The URL owns the time range. */
export function GrowthChart() {
  const [span, setSpan] = useQueryState("span", chartSpanParser);
  const leads = useQuery({ ...apiQuery("GET /leads/stats", { query: { span } }), placeholderData: keepPreviousData });
  const claims = useQuery({ ...apiQuery("GET /claims/stats", { query: { span } }), placeholderData: keepPreviousData });
  return (
    <ChartCard
      title={growthLabels.title}
      label={spanLabels[span].chart}
      period={{ label: growthLabels.span, value: span, options: spanOptions, onChange: (next) => void setSpan(next) }}
      queries={[leads, claims]}
      series={leads.data && claims.data && alignSeries(leads.data.days, claims.data.days)}
      size="large"
    />
  );
}

/** Puts both lines on the same days. They can start on different days, or end on different days when requested around midnight. */
function alignSeries(leads: Series["days"], claims: Series["days"]): Series[] {
  const [longer, shorter] = leads.length >= claims.length ? [leads, claims] : [claims, leads];
  const counts = new Map(shorter.map(({ date, count }) => [date, count]));
  const filled = longer.map(({ date }) => ({ date, count: counts.get(date) ?? 0 }));
  const [signUpDays, claimDays] = longer === leads ? [leads, filled] : [filled, claims];
  return [
    { label: growthLabels.signUps, days: signUpDays },
    { label: growthLabels.claims, days: claimDays },
  ];
}

/** The latest sends with their progress. */
export function LatestSends() {
  const query = useQuery(sendsQuery(latestSendsParams));
  return (
    <Card title={sendsLabels.title} action={<TextLink href={routes.sends}>{sendsLabels.viewAll}</TextLink>}>
      <QueryState query={query} loading={<Skeleton className="h-52 rounded-lg" />} errorClass="h-52 py-6">
        {({ items }) => <SendList sends={items} />}
      </QueryState>
    </Card>
  );
}

function SendList({ sends }: { sends: readonly SendRecord[] }) {
  const { timeZone } = useSession().project;
  if (sends.length === 0)
    return <EmptyState icon={Send} title={sendsLabels.emptyTitle} description={sendsLabels.emptyDescription} className="py-8" />;
  return (
    <ul className="-mx-2 -my-1.5">
      {sends.map((send) => (
        <SendItem key={send.id} send={send} zone={timeZone} />
      ))}
    </ul>
  );
}

function SendItem({ send, zone }: { send: SendRecord; zone: string }) {
  return (
    <li>
      <Link
        href={sendPath(send.id)}
        prefetch={false}
        className="-outline-offset-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-md px-2 py-2 hover:bg-accent sm:grid-cols-[1fr_18rem_8rem]"
      >
        <WrappedName text={sendTitle(send)} mono={send.code !== null} />
        <span className="min-w-0 max-sm:order-last max-sm:col-span-2">
          <SendProgress send={send} />
        </span>
        <Time at={send.createdAt} zone={zone} className="text-right text-muted-foreground" />
      </Link>
    </li>
  );
}

/** The latest events. */
export function RecentActivity() {
  const query = useQuery(apiPageQuery("GET /events", { query: recentEventsParams }));
  return (
    <Card title={activityLabels.title} action={<TextLink href={routes.activity}>{activityLabels.viewAll}</TextLink>}>
      <QueryState query={query} loading={<Skeleton className="h-100 rounded-lg" />} errorClass="h-100">
        {({ items }) => <EventList events={items} />}
      </QueryState>
    </Card>
  );
}

function EventList({ events }: { events: readonly EventRecord[] }) {
  const { timeZone } = useSession().project;
  if (events.length === 0)
    return <EmptyState icon={Activity} title={activityLabels.emptyTitle} description={activityLabels.emptyDescription} />;
  return (
    <ul className="-my-2 divide-y">
      {events.map((event) => (
        <EventItem key={event.id} event={event} zone={timeZone} />
      ))}
    </ul>
  );
}

function EventItem({ event, zone }: { event: EventRecord; zone: string }) {
  return (
    <li className="grid gap-x-4 py-2.5 sm:grid-cols-[14rem_1fr_auto]">
      <Actor actor={event.actor} renderName={(name) => <span className="font-medium">{name}</span>} />
      <span className="min-w-0 max-sm:pl-6">
        <EventSentence event={event} />
      </span>
      <Time at={event.at} zone={zone} className="text-muted-foreground max-sm:pl-6 sm:text-right" />
    </li>
  );
}
