"use client";

import { CirclePause } from "lucide-react";
import { useCan } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/link";
import { routes, withQuery } from "@/lib/routes";
import { pausedSummary, pauseLabels } from "./labels";
import { usePauseState, useTogglePause } from "./use-pause";

/** Shows on every page what is paused. Renders nothing while nothing is. */
export function PauseBanner() {
  const { paused } = usePauseState();
  const canPause = useCan("POST /project/pause");
  const togglePause = useTogglePause();
  if (paused.length === 0) return null;
  return (
    <section aria-label={pauseLabels.banner} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b bg-sunken px-4 py-2 lg:px-8">
      <p className="flex min-w-0 items-start gap-2 font-medium">
        <CirclePause aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
        {pausedSummary(paused)}
      </p>
      <TextLink href={withQuery(routes.activity, { kind: "project.paused" })}>{pauseLabels.viewActivity}</TextLink>
      {canPause && (
        <Button variant="outline" size="sm" className="ml-auto" onClick={() => togglePause({ resume: paused })}>
          {pauseLabels.resume}
        </Button>
      )}
    </section>
  );
}
