"use client";

import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "@/components/api-query";
import { ReadOnlySettings } from "@/components/shell/read-only-settings";
import { useCan } from "@/components/shell/session";
import { Card, DetailsItem, DetailsList } from "@/components/ui/card";
import { NumberField, useZodForm } from "@/components/ui/form";
import { TextLink } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/loading";
import { Progress } from "@/components/ui/progress";
import { QueryState } from "@/components/ui/query-state";
import { MergedSettingsForm, TextListForm, textListSchema } from "@/components/ui/settings-form";
import { Status } from "@/components/ui/status";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import {
  type AbuseProtectionReply,
  maxCountedClients,
  type RateLimitField,
  type RateLimitSettings,
  rateLimitSettings,
  updateBlockListEndpoint,
  updateRateLimitSettingsEndpoint,
} from "@/contract/abuse-protection-settings";
import { call } from "@/contract/call";
import { plural } from "@/lib/plural";
import { routes, withQuery } from "@/lib/routes";

const toMinutes = (seconds: number): number => Math.ceil(seconds / 60);
const formatNumber = (value: number): string => value.toLocaleString("en");

const abuseProtectionLabels = {
  guesses: {
    title: "Code guesses",
    description: "Attempts to claim codes that don't exist, on your pages, in embedded forms and with the public key.",
    progress: "Wrong codes",
    open: "Claims don't require a proof-of-work check.",
    protected: "Claims require a proof-of-work check, which browsers solve automatically. Links in emails skip the check.",
  },
  signUps: {
    title: "Sign-ups",
    description: "Sign-ups on the join page, in embedded forms and with the public key.",
    progress: "Sign-ups",
    open: "Sign-ups don't require a proof-of-work check.",
    protected: "Sign-ups require a proof-of-work check, which browsers solve automatically.",
    noneHeld: "No sign-ups are held for review.",
    held: (count: number) => plural(count, { one: "{n} sign-up is held for review.", other: "{n} sign-ups are held for review." }),
    review: (count: number) => plural(count, { one: "Review sign-up", other: "Review sign-ups" }),
    explanation:
      "Sign-ups from bots, disposable emails and blocked domains are held for review. People aren't told that their sign-up is held.",
  },
  rateLimit: {
    open: "Normal",
    protected: "Protected",
    usage: (used: number, limit: number) => `${formatNumber(used)} of ${formatNumber(limit)}`,
    remaining: (count: number) =>
      plural(count, { one: "{n} more until the check is required.", other: "{n} more until the check is required." }),
    window: (seconds: number) =>
      plural(toMinutes(seconds), {
        one: "The count resets {n} minute after the first attempt.",
        other: "The count resets {n} minutes after the first attempt.",
      }),
    resets: (seconds: number) =>
      plural(toMinutes(seconds), { one: "The count resets in {n} minute.", other: "The count resets in {n} minutes." }),
    blockedClients: (count: number, isCapped: boolean) =>
      isCapped
        ? `${formatNumber(count)} or more clients are blocked right now.`
        : plural(count, { one: "{n} client is blocked right now.", other: "{n} clients are blocked right now." }),
  },
  settings: {
    changing: "Changing rate limits",
    title: "Rate limits",
    description:
      "Raise the limits before an event where many people share one IP address. Your own systems with a secret key have no limits.",
    save: "Save limits",
    savedToast: "Limits saved",
    range: (min: number, max: number, defaultLimit: number) =>
      `${formatNumber(min)} to ${formatNumber(max)}. Default: ${formatNumber(defaultLimit)}`,
    groups: [
      {
        title: "Claims, before a proof-of-work check",
        fields: { claimsPerClient: "Claims per IP address in 10 minutes", claimsPerCode: "Claims per IP address and code in 10 minutes" },
      },
      {
        title: "Wrong codes",
        fields: {
          guessesPerClient: "Wrong codes per IP address in 10 minutes, before it's blocked",
          guessesPerEmail: "Wrong codes per email in an hour, before a proof-of-work check",
          guessesPerProject: "Wrong codes in the project in an hour, before a proof-of-work check",
        },
      },
      {
        title: "Sign-ups",
        fields: {
          signUpsPerClient: "Sign-ups per IP address in 10 minutes, before it's blocked",
          signUpsPerEmail: "Sign-ups per email in an hour, before a proof-of-work check",
          referralsPerClient: "Sign-ups with a referral link per IP address in a day, before they're held for review",
          signUpsPerProject: "Sign-ups in the project in an hour, before a proof-of-work check",
        },
      },
    ] satisfies { title: string; fields: Partial<Record<RateLimitField, string>> }[],
  },
  blockList: {
    title: "Block list",
    description: "Sign-ups from these emails and domains, including subdomains, are held for review. Existing leads don't change.",
    field: "Emails and domains, one per line",
    hint: "Example: mallory@example.com or example.org",
    savedToast: "Block list saved",
    empty: "Nothing is blocked.",
    changing: "Changing the block list",
  },
};

const {
  guesses: guessLabels,
  signUps: signUpLabels,
  blockList: blockListLabels,
  rateLimit: rateLimitLabels,
  settings: settingsLabels,
} = abuseProtectionLabels;

/** The public rate limits, held sign-ups and the block list. */
export function AbuseProtectionView() {
  return (
    <div className="grid gap-6">
      <RateLimitCards />
      <RateLimitSettingsCard />
      <BlockListForm />
    </div>
  );
}

function RateLimitCards() {
  const query = useQuery({ ...apiQuery("GET /abuse-protection"), refetchInterval: 10_000 });
  return (
    <QueryState query={query} loading={<Skeleton className="h-64" />}>
      {({ guesses, signUps, held }) => (
        <>
          <Card title={guessLabels.title} description={guessLabels.description}>
            <RateLimitUsage status={guesses} labels={guessLabels} />
          </Card>
          <Card title={signUpLabels.title} description={signUpLabels.description}>
            <RateLimitUsage status={signUps} labels={signUpLabels} />
            <p className="mt-4">
              {held === 0 ? (
                signUpLabels.noneHeld
              ) : (
                <>
                  {signUpLabels.held(held)}{" "}
                  <TextLink href={withQuery(routes.leads, { status: "held" })}>{signUpLabels.review(held)}</TextLink>
                </>
              )}
            </p>
            <p className="mt-1 text-muted-foreground">{signUpLabels.explanation}</p>
          </Card>
        </>
      )}
    </QueryState>
  );
}

function RateLimitSettingsCard() {
  return (
    <QueryState query={useQuery(apiQuery("GET /abuse-protection/limits"))} loading={<Skeleton className="h-96" />}>
      {(settings) => <RateLimitSettingsForm settings={settings} />}
    </QueryState>
  );
}

// The form edits all limits, while the endpoint accepts any of them.
const RateLimitSettingsBody = updateRateLimitSettingsEndpoint.body.omit({ expected: true }).required();

function RateLimitSettingsForm({ settings }: { settings: RateLimitSettings }) {
  const canEdit = useCan("PATCH /abuse-protection/limits");
  if (!canEdit) return <RateLimitSettingsText settings={settings} />;
  return <EditableRateLimits settings={settings} />;
}

/** The limits as text. */
const RateLimitSettingsText = ({ settings }: { settings: RateLimitSettings }) => (
  <ReadOnlySettings
    title={settingsLabels.title}
    description={settingsLabels.description}
    call="PATCH /abuse-protection/limits"
    action={settingsLabels.changing}
  >
    {settingsLabels.groups.map(({ title, fields }) => (
      <section key={title} aria-label={title}>
        <h3 className="mb-2 font-medium">{title}</h3>
        <DetailsList>
          {(Object.entries(fields) as [RateLimitField, string][]).map(([name, label]) => (
            <DetailsItem key={name} label={label}>
              {formatNumber(settings[name])}
            </DetailsItem>
          ))}
        </DetailsList>
      </section>
    ))}
  </ReadOnlySettings>
);

const limitLabels: Readonly<Record<string, string>> = Object.assign({}, ...settingsLabels.groups.map(({ fields }) => fields));

function EditableRateLimits({ settings }: { settings: RateLimitSettings }) {
  const { mutateAsync } = useApiMutation("PATCH /abuse-protection/limits", {
    changes: ["GET /abuse-protection/limits", "GET /abuse-protection"],
  });
  const form = useZodForm(RateLimitSettingsBody, { defaultValues: settings });
  return (
    <MergedSettingsForm
      form={form}
      onSave={(changes, expected) => mutateAsync({ body: { ...changes, expected } })}
      onLoad={() => call("GET /abuse-protection/limits")}
      describeValue={(value, name) => ({ name: limitLabels[name] ?? name, text: formatNumber(Number(value)) })}
      title={settingsLabels.title}
      description={settingsLabels.description}
      saveLabel={settingsLabels.save}
      savedToast={settingsLabels.savedToast}
    >
      {settingsLabels.groups.map(({ title, fields }) => (
        <fieldset key={title} className="grid gap-4">
          <legend className="mb-3 font-medium">{title}</legend>
          {(Object.entries(fields) as [RateLimitField, string][]).map(([name, label]) => {
            const { min, max, defaultLimit } = rateLimitSettings[name];
            return (
              <NumberField
                key={name}
                form={form}
                name={name}
                label={label}
                hint={settingsLabels.range(min, max, defaultLimit)}
                className="max-w-32"
              />
            );
          })}
        </fieldset>
      ))}
    </MergedSettingsForm>
  );
}

const Entries = textListSchema(updateBlockListEndpoint.body, "entries");

function BlockListForm() {
  const query = useQuery(apiQuery("GET /block-list"));
  const canEdit = useCan("PUT /block-list");
  const { mutateAsync } = useApiMutation("PUT /block-list", { changes: ["GET /block-list"] });
  const save = async (entries: string[], expected: string[]) => {
    const saved = await mutateAsync({ body: { entries, expected } });
    toast.success(blockListLabels.savedToast);
    return saved.entries;
  };
  return (
    <QueryState query={query} loading={<Skeleton className="h-48" />}>
      {({ entries }) =>
        canEdit ? (
          <TextListForm
            title={blockListLabels.title}
            description={blockListLabels.description}
            label={blockListLabels.field}
            hint={blockListLabels.hint}
            savedItems={entries}
            schema={Entries}
            onSave={save}
            onLoad={async () => (await call("GET /block-list")).entries}
            rows={6}
          />
        ) : (
          <BlockListText entries={entries} />
        )
      }
    </QueryState>
  );
}

/** The block list as text. */
const BlockListText = ({ entries }: { entries: readonly string[] }) => (
  <ReadOnlySettings
    title={blockListLabels.title}
    description={blockListLabels.description}
    call="PUT /block-list"
    action={blockListLabels.changing}
  >
    {entries.length === 0 ? (
      <p className="text-muted-foreground">{blockListLabels.empty}</p>
    ) : (
      <ul translate="no" aria-label={blockListLabels.field} className="grid gap-1 break-all font-mono text-2sm">
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    )}
  </ReadOnlySettings>
);

type RateLimitUsageProps = {
  status: AbuseProtectionReply["guesses"];
  /** `open` is shown until the limit is reached, and `protected` after that. */
  labels: { progress: string; open: string; protected: string };
};

/** How much of a project-wide rate limit is used, and what that means for customers. */
function RateLimitUsage({ status, labels }: RateLimitUsageProps) {
  const { used, limit, windowSeconds, resetsInSeconds, proofRequired, blockedClients } = status;
  const details = [
    !proofRequired && rateLimitLabels.remaining(Math.max(0, limit - used)),
    resetsInSeconds === null ? rateLimitLabels.window(windowSeconds) : rateLimitLabels.resets(resetsInSeconds),
    blockedClients > 0 && rateLimitLabels.blockedClients(Math.min(blockedClients, maxCountedClients), blockedClients >= maxCountedClients),
  ];
  return (
    <div className="grid gap-3">
      <Progress label={labels.progress} value={Math.min(used, limit)} total={limit} valueText={rateLimitLabels.usage(used, limit)} />
      <p className="flex flex-wrap items-center gap-x-2">
        <Status tone={proofRequired ? "warning" : "positive"}>{proofRequired ? rateLimitLabels.protected : rateLimitLabels.open}</Status>
        <span>{proofRequired ? labels.protected : labels.open}</span>
      </p>
      <p className="text-muted-foreground">{details.filter(Boolean).join(" ")}</p>
    </div>
  );
}
