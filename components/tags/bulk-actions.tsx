"use client";

import { TagIcon, TagX } from "lucide-react";
import { bulkAction } from "@/components/list/bulk-actions";
import type { SelectedRows } from "@/components/list/bulk-dialog";
import type { Action } from "@/components/ui/actions";
import { lazyDialog } from "@/components/ui/lazy";
import type { TagAction, TaggedResource } from "@/contract/tags";
import { tagActionLabels } from "./labels";

const TagsDialog = lazyDialog(() => import("./dialog").then((dialog) => dialog.TagsDialog));

const tagActionIcons = { add_tags: TagIcon, remove_tags: TagX };

/** The bulk actions with tags. */
export const tagActions = (
  selected: SelectedRows,
  resource: TaggedResource,
  update: (change: { action: TagAction; tags: string[] }) => Promise<unknown>,
): Action[] =>
  (["add_tags", "remove_tags"] as const).map((action) =>
    bulkAction(selected, {
      label: tagActionLabels[action].action,
      icon: tagActionIcons[action],
      dialog: (dialog) => <TagsDialog {...dialog} resource={resource} action={action} onSubmit={(tags) => update({ action, tags })} />,
    }),
  );
