"use client";

import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { actorName } from "@/components/activity";
import { apiQuery } from "@/components/api-query";
import { useCan, useSession } from "@/components/shell/session";
import type { DialogProps } from "@/components/ui/actions";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { Skeleton } from "@/components/ui/loading";
import { EmptyState, QueryState } from "@/components/ui/query-state";
import { Badge } from "@/components/ui/status";
import { Time } from "@/components/ui/time";
import { showErrorToast, toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { type EmailTemplateKind, emailTemplateFields } from "@/contract/default-email-templates";
import type { EmailTemplateRecord, EmailTemplateVersion } from "@/contract/email-templates";
import { emailTemplateLabels, fieldLabels } from "./labels";

const { versions: labels } = emailTemplateLabels;

type VersionsDialogProps = DialogProps & {
  kind: EmailTemplateKind;
  onRestored: (template: EmailTemplateRecord) => void;
};

/** The versions of a template: who saved what and when, with a button to restore it. */
export function VersionsDialog({ kind, open, onClose, onRestored }: VersionsDialogProps) {
  const query = useQuery({ ...apiQuery("GET /email-templates/:kind/versions", { params: { kind } }), enabled: open });
  return (
    <FormDialog open={open} onClose={onClose} title={labels.title} description={labels.description} wide>
      <QueryState query={query} loading={<Skeleton className="h-40 rounded-lg" />}>
        {(versions) =>
          versions.length === 0 ? (
            <EmptyState icon={History} title={labels.empty} description={labels.emptyDescription} className="py-8" />
          ) : (
            <ul className="grid gap-2">
              {versions.map((version) => (
                <Version
                  key={version.id}
                  version={version}
                  kind={kind}
                  onRestored={(template) => {
                    onRestored(template);
                    onClose();
                  }}
                />
              ))}
            </ul>
          )
        }
      </QueryState>
    </FormDialog>
  );
}

type VersionProps = Pick<VersionsDialogProps, "kind" | "onRestored"> & { version: EmailTemplateVersion };

function Version({ version, kind, onRestored }: VersionProps) {
  const { timeZone } = useSession().project;
  const canRestore = useCan("POST /email-templates/:kind/versions/:id/restore");
  const [isOpen, setOpen] = useState(false);
  const { mutateAsync, isPending } = useApiMutation("POST /email-templates/:kind/versions/:id/restore", {
    changes: ["GET /email-templates", "GET /email-templates/:kind/versions"],
  });
  const { id, content, isCurrent, savedBy, savedAt } = version;
  const restore = () =>
    mutateAsync({ params: { kind, id } }).then((template) => {
      toast.success(labels.restored);
      onRestored(template);
    }, showErrorToast(labels.restoreFailed));
  return (
    <li className="grid gap-3 rounded-lg border px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Time at={savedAt} zone={timeZone} className="font-medium" />
        <span className="min-w-0 truncate text-muted-foreground">
          {savedBy === null ? labels.unknownActor : actorName({ ...savedBy, id: null })}
        </span>
        {isCurrent && <Badge>{labels.current}</Badge>}
        <span className="ml-auto flex gap-2">
          <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? labels.hide : labels.view}
          </Button>
          {canRestore && !isCurrent && (
            <Button variant="outline" size="sm" pending={isPending} onClick={() => void restore()}>
              {labels.restore}
            </Button>
          )}
        </span>
      </div>
      {isOpen && (
        <dl className="grid gap-3 text-2sm">
          {emailTemplateFields.map((field) => (
            <div key={field} className="grid gap-1">
              <dt className="text-muted-foreground">{fieldLabels[field]}</dt>
              <dd className="max-h-60 overflow-y-auto whitespace-pre-wrap rounded-lg bg-muted px-3 py-1.5">{content[field]}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
