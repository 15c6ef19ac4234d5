"use client";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { TD, TR } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { showErrorToast } from "@/components/use-api-mutation";
import { formatSignInMethod } from "@/contract/enums";
import type { SessionRecord } from "@/contract/session";
import { labels } from "./labels";
import { useRevokeSession } from "./mutations";

const copy = labels.sessions;

export function SessionRow({ session, timeZone }: { session: SessionRecord; timeZone: string }) {
  const { id, current, device, ipAddress, method, createdAt, lastSeenAt } = session;
  const { mutateAsync, isPending } = useRevokeSession();
  const signOut = () =>
    mutateAsync({ id }).then(() => toast.success(copy.signedOut, { description: device }), showErrorToast(copy.signOutFailed));
  return (
    <TR>
      <TD className="font-medium">
        <span className="inline-flex items-center gap-3">
          {device}
          {current && <Badge>{copy.currentSession}</Badge>}
        </span>
      </TD>
      <TD mono>{ipAddress}</TD>
      <TD className="first-letter:uppercase">{formatSignInMethod(method)}</TD>
      <TD className="text-muted-foreground">
        <Time at={createdAt} zone={timeZone} />
      </TD>
      <TD className="text-muted-foreground">
        <Time at={lastSeenAt} zone={timeZone} />
      </TD>
      <TD className="w-28 text-right">
        {!current && (
          <Button
            variant="outline"
            size="sm"
            pending={isPending}
            onClick={() => void signOut()}
            aria-label={copy.signOutLabel(device, ipAddress)}
          >
            {copy.signOut}
          </Button>
        )}
      </TD>
    </TR>
  );
}
