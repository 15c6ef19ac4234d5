"use client";

import { useQuery } from "@tanstack/react-query";
import { MailX } from "lucide-react";
import { apiPageQuery } from "@/components/api-query";
import { useSession } from "@/components/shell/session";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import { routes, withQuery } from "@/lib/routes";
import { suppressionParams } from "./definition";
import { reasonDescriptions, suppressionLabels } from "./labels";

const { notice: labels } = suppressionLabels;

/** Shows that a lead is suppressed, and why. Renders nothing for other leads. */
export function SuppressedNotice({ email }: { email: string }) {
  const { data } = useQuery(apiPageQuery("GET /suppressions", { query: suppressionParams(email) }));
  const zone = useSession().project.timeZone;
  const suppression = data?.items[0];
  if (suppression === undefined) return null;
  return (
    <section aria-label={labels.label} className="mb-6 flex flex-wrap items-start gap-x-4 gap-y-1 rounded-lg border bg-card px-4 py-3">
      <p className="flex min-w-0 flex-1 basis-60 gap-3">
        <MailX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
        <span className="min-w-0">
          <strong className="font-medium">{labels.title}</strong> {reasonDescriptions[suppression.reason]}{" "}
          {suppression.note !== "" && <bdi className="text-muted-foreground">{suppression.note} </bdi>}
          <span className="text-muted-foreground">
            {labels.since} <Time at={suppression.createdAt} zone={zone} />
          </span>
        </span>
      </p>
      <span className="max-sm:pl-7">
        <TextLink href={withQuery(routes.suppressions, { q: email })}>{labels.viewSuppression}</TextLink>
      </span>
    </section>
  );
}
