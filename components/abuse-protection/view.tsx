"use client";

import { useQuery } from "@tanstack/react-query";
import { useCan } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { FormField, useZodForm } from "@/components/ui/form";
import { NumberInput } from "@/components/ui/input";
import { TextLink } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/loading";
import { Progress } from "@/components/ui/progress";
import { QueryState } from "@/components/ui/query-state";
import { getChangedValues, SettingsForm, TextListForm, textListSchema } from "@/components/ui/settings-form";
import { Status } from "@/components/ui/status";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { type AbuseProtectionReply, maxCountedClients } from "@/contract/abuse-protection-status";
import { updateBlockListEndpoint } from "@/contract/block-list";
import { call } from "@/contract/call";
import {
  type RateLimitField,
  type RateLimitSettings,
  rateLimitSettings,
  updateRateLimitSettingsEndpoint,
} from "@/contract/rate-limit-settings";
import { routes, withQuery } from "@/lib/routes";
import { abuseProtectionQuery, blockListQuery, rateLimitSettingsQuery } from "./api";
import { abuseProtectionLabels } from "./labels";

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
  return (
    <QueryState query={useQuery(abuseProtectionQuery)} loading={<Skeleton className="h-64" />}>
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
    <QueryState query={useQuery(rateLimitSettingsQuery)} loading={<Skeleton className="h-96" />}>
      {(settings) => <RateLimitSettingsForm settings={settings} />}
    </QueryState>
  );
}

// The form edits all limits, while the endpoint accepts any of them.
const RateLimitSettingsBody = updateRateLimitSettingsEndpoint.body.required();

function RateLimitSettingsForm({ settings }: { settings: RateLimitSettings }) {
  const canEdit = useCan("PATCH /abuse-protection/limits");
  const { mutateAsync } = useApiMutation((body: Partial<RateLimitSettings>) => call("PATCH /abuse-protection/limits", { body }));
  const form = useZodForm(RateLimitSettingsBody, { defaultValues: settings });
  return (
    <SettingsForm
      form={form}
      onSave={(values) => mutateAsync(getChangedValues(form, values))}
      title={settingsLabels.title}
      description={settingsLabels.description}
      saveLabel={settingsLabels.save}
      savedToast={settingsLabels.savedToast}
      readOnly={!canEdit}
      confirmLeave
    >
      {settingsLabels.groups.map(({ title, fields }) => (
        <fieldset key={title} className="grid gap-4">
          <legend className="mb-3 font-medium">{title}</legend>
          {(Object.entries(fields) as [RateLimitField, string][]).map(([name, label]) => {
            const { min, max, defaultLimit } = rateLimitSettings[name];
            return (
              <FormField key={name} form={form} name={name} label={label} hint={settingsLabels.range(min, max, defaultLimit)}>
                {({ onChange, ...control }) => (
                  <NumberInput {...control} onValueChange={onChange} readOnly={!canEdit} className="max-w-32" />
                )}
              </FormField>
            );
          })}
        </fieldset>
      ))}
    </SettingsForm>
  );
}

const Entries = textListSchema(updateBlockListEndpoint.body, "entries");

function BlockListForm() {
  const query = useQuery(blockListQuery);
  const canEdit = useCan("PUT /block-list");
  const { mutateAsync } = useApiMutation((entries: string[]) =>
    call("PUT /block-list", { body: { entries, expected: query.data?.entries } }),
  );
  const save = async (entries: string[]) => {
    const saved = await mutateAsync(entries);
    toast.success(blockListLabels.savedToast);
    return saved.entries;
  };
  return (
    <QueryState query={query} loading={<Skeleton className="h-48" />}>
      {({ entries }) => (
        <TextListForm
          key={entries.join()}
          title={blockListLabels.title}
          description={blockListLabels.description}
          label={blockListLabels.field}
          hint={blockListLabels.hint}
          savedItems={entries}
          schema={Entries}
          onSave={save}
          readOnly={!canEdit}
          rows={6}
        />
      )}
    </QueryState>
  );
}

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
