"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { apiQuery } from "@/components/api-query";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/loading";
import { saveMergedList } from "@/components/ui/merge";
import { QueryState } from "@/components/ui/query-state";
import { Switch } from "@/components/ui/switch";
import { showErrorToast, toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import type { ProviderId } from "@/contract/enums";
import type { SignInSettings } from "@/contract/team";
import { labels } from "./labels";

const copy = labels.signInSettings;

type Provider = { id: ProviderId; name: string };

/** How the team can and must sign in. Only for owners. Each switch is saved at once. */
export function SignInSettingsCard({ providers }: { providers: readonly Provider[] }) {
  const query = useQuery(apiQuery("GET /team/sign-in"));
  return (
    <Card title={copy.title} description={copy.description}>
      <QueryState query={query} loading={<Skeleton className="h-20 rounded-lg" />}>
        {(settings) => <SignInSwitches settings={settings} providers={providers} />}
      </QueryState>
    </Card>
  );
}

type ProviderSetting = "disabledProviders" | "trustedProviders";

function SignInSwitches({ settings, providers }: { settings: SignInSettings; providers: readonly Provider[] }) {
  const { mutateAsync, isPending } = useApiMutation("PATCH /team/sign-in", { changes: ["GET /team/sign-in"], refreshPage: true });
  const client = useQueryClient();
  const report = (saving: Promise<unknown>) => void saving.then(() => toast.success(copy.saved), showErrorToast(copy.failed));
  /** Adds a provider to those of a setting, or removes it. Another owner may have changed the others. */
  const saveProvider = (setting: ProviderSetting, id: ProviderId, isIncluded: boolean) => {
    const read: readonly ProviderId[] = settings[setting];
    const changed = isIncluded ? [...read, id] : read.filter((other) => other !== id);
    return saveMergedList(read, changed, {
      send: (list, expected) => mutateAsync({ body: { [setting]: list, expected: { [setting]: expected } } }),
      load: async () => (await client.fetchQuery({ ...apiQuery("GET /team/sign-in"), staleTime: 0 }))[setting],
    });
  };
  const { requireSecondFactor, disabledProviders, trustedProviders } = settings;
  return (
    <div className="grid max-w-xl gap-5">
      <LabeledSwitch
        label={copy.requireSecondFactor}
        hint={copy.requireSecondFactorHint}
        checked={requireSecondFactor}
        disabled={isPending}
        onChange={(checked) => report(mutateAsync({ body: { requireSecondFactor: checked } }))}
      />
      {providers.map(({ id, name }) => (
        <LabeledSwitch
          key={`allow ${id}`}
          label={copy.allowProvider(name)}
          checked={!disabledProviders.includes(id)}
          disabled={isPending}
          onChange={(checked) => report(saveProvider("disabledProviders", id, !checked))}
        />
      ))}
      {providers
        .filter(({ id }) => !disabledProviders.includes(id))
        .map(({ id, name }) => (
          <LabeledSwitch
            key={`trust ${id}`}
            label={copy.trustProvider(name)}
            hint={copy.trustProviderHint}
            checked={trustedProviders.includes(id)}
            disabled={isPending}
            onChange={(checked) => report(saveProvider("trustedProviders", id, checked))}
          />
        ))}
    </div>
  );
}

type LabeledSwitchProps = { label: string; hint?: string; checked: boolean; disabled: boolean; onChange: (checked: boolean) => void };

function LabeledSwitch({ label, hint, checked, disabled, onChange }: LabeledSwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6">
      <div>
        <p className="font-medium">{label}</p>
        {hint && (
          <p id={id} className="text-2sm text-muted-foreground">
            {hint}
          </p>
        )}
      </div>
      <Switch
        aria-label={label}
        aria-describedby={hint ? id : undefined}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
      />
    </div>
  );
}
