"use client";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { TD, TR } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { showErrorToast } from "@/components/use-api-mutation";
import { formatSignInMethod } from "@/contract/kinds";
import type { SessionRecord } from "@/contract/session";
import { useRevokeSession } from "./mutations";

export function SessionRow({ session, zone }: { session: SessionRecord; zone: string }) {
  const { id, current, device, ipAddress: address, method: way, createdAt, lastSeenAt } = session;
  const { mutateAsync, isPending } = useRevokeSession();
  const signOut = () =>
    mutateAsync({ id }).then(
      () => toast.success("The browser is signed out", { description: device }),
      showErrorToast("It is still signed in"),
    );
  return (
    <TR>
      <TD className="font-medium">
        <span className="inline-flex items-center gap-3">
          {device}
          {current && <Badge>This browser</Badge>}
        </span>
      </TD>
      <TD mono>{address}</TD>
      <TD className="first-letter:uppercase">{formatSignInMethod(way)}</TD>
      <TD className="text-muted-foreground">
        <Time at={createdAt} zone={zone} />
      </TD>
      <TD className="text-muted-foreground">
        <Time at={lastSeenAt} zone={zone} />
      </TD>
      <TD className="w-28 text-right">
        {!current && (
          <Button
            variant="outline"
            size="sm"
            pending={isPending}
            onClick={() => void signOut()}
            aria-label={`Sign out ${device} at ${address}`}
          >
            Sign out
          </Button>
        )}
      </TD>
    </TR>
  );
}
