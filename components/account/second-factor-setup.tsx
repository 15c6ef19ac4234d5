"use client";

import { useMemo } from "react";
import { AuthCard } from "@/components/layout/auth-card";
import { SessionProvider } from "@/components/shell/session";
import { Button, ButtonLink } from "@/components/ui/button";
import { showErrorToast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import type { CurrentSession } from "@/contract/session";
import { routes } from "@/lib/routes";
import { labels } from "./labels";
import { AddPasskey } from "./passkeys";
import { AddAuthenticator } from "./second-factor";

const copy = labels.secondFactorSetup;

/** The page that people must complete when their team requires a second factor. */
export function SecondFactorSetupView({ session, appUrl }: { session: CurrentSession; appUrl: string }) {
  const { secondFactor: isDone } = session.staff;
  const dashboardSession = useMemo(() => ({ ...session, canCall: () => true, forbiddenCalls: {}, appUrl }), [session, appUrl]);
  return (
    <SessionProvider value={dashboardSession}>
      <AuthCard
        project={session.project}
        title={isDone ? copy.doneTitle : copy.title}
        description={isDone ? copy.doneDescription : copy.description}
      >
        <div className="grid gap-2">
          {isDone && (
            <ButtonLink href={routes.overview} size="lg">
              {copy.continue}
            </ButtonLink>
          )}
          {/* Also afterwards, because their dialogs show the recovery codes. */}
          <AddPasskey size="lg" />
          <AddAuthenticator size="lg" />
          <SignOutButton />
        </div>
      </AuthCard>
    </SessionProvider>
  );
}

function SignOutButton() {
  const { mutate, isPending, isSuccess } = useApiMutation("DELETE /session", {
    changes: "nothing",
    onReply: () => window.location.assign(routes.signIn),
  });
  return (
    <Button
      variant="ghost"
      size="lg"
      pending={isPending || isSuccess}
      onClick={() => mutate({}, { onError: showErrorToast(copy.signOutFailed) })}
    >
      {copy.signOut}
    </Button>
  );
}
