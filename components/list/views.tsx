"use client";

import { useQuery } from "@tanstack/react-query";
import { Bookmark, ChevronDown, Columns3 } from "lucide-react";
import { useState } from "react";
import { apiQuery } from "@/components/api-query";
import { useCan } from "@/components/shell/session";
import { type Action, useActions } from "@/components/ui/actions";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/lazy";
import { Menu } from "@/components/ui/menu";
import { showErrorToast, toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import type { SavedView } from "@/contract/views";
import { sanitizeName } from "@/lib/sanitize-name";
import { type Column, columnsInView, optionalColumns, toggleColumn } from "./columns";
import { type ListName, toViewInput, type ViewState } from "./definition";
import type { ViewList } from "./dialogs";
import { listLabels } from "./labels";
import type { ListState } from "./use-list";

const { views: labels, columns: columnLabels } = listLabels;

const SaveViewDialog = lazyDialog(() => import("./dialogs").then((dialogs) => dialogs.SaveViewDialog));
const RenameViewDialog = lazyDialog(() => import("./dialogs").then((dialogs) => dialogs.RenameViewDialog));

/** The menu of the saved views of a list. Everyone can open them; members can also save, change and delete them. */
export function ViewsMenu({ name, list }: { name: ListName; list: ViewList }) {
  const canEdit = useCan("POST /views");
  const { start, dialog } = useActions();
  // The name of the view in the URL is only known once the views are loaded. Otherwise, opening the menu loads them.
  const { data: views } = useQuery({ ...apiQuery("GET /views", { query: { list: name } }), enabled: list.viewId !== null });
  const current = views?.find(({ id }) => id === list.viewId);
  return (
    <>
      <Menu
        trigger={
          <Button variant="outline" className="max-w-full shrink">
            <Bookmark aria-hidden="true" />
            <span className="truncate" title={current?.name}>
              {current?.name ?? labels.title}
            </span>
            {current && isChanged(list, current) && <span className="text-muted-foreground">{labels.changed}</span>}
            <ChevronDown aria-hidden="true" className="-mr-1 text-muted-foreground" />
          </Button>
        }
        align="start"
        className="max-h-[min(26rem,var(--available-height))] max-w-[min(20rem,calc(100vw-2rem))] overflow-y-auto overscroll-contain"
      >
        {(parts) => <ViewsMenuItems parts={parts} name={name} list={list} start={canEdit ? start : null} />}
      </Menu>
      {dialog}
    </>
  );
}

const toText = ({ filters, sort, columns }: ViewState): string =>
  JSON.stringify([Object.entries(filters).sort(), sort?.by, sort?.order, columns]);

/** Whether the list differs from its saved view. What the list doesn't know anymore makes no difference. */
const isChanged = ({ view, normalizeView }: ViewList, saved: ViewState): boolean => toText(normalizeView(saved)) !== toText(view);

type ViewsMenuItemsProps = {
  parts: typeof import("@/components/ui/menu-parts");
  name: ListName;
  list: ViewList;
  /** Starts an action. Null for people who can't change views. */
  start: ((action: Action) => void) | null;
};

function ViewsMenuItems({ parts, name, list, start }: ViewsMenuItemsProps) {
  const { MenuItem, MenuNote, MenuRadio, MenuRadioGroup, MenuSeparator } = parts;
  const { data: views } = useQuery(apiQuery("GET /views", { query: { list: name } }));
  const current = views?.find(({ id }) => id === list.viewId);
  const { mutate } = useApiMutation("PATCH /views/:id", { changes: ["GET /views"] });
  const { mutateAsync: remove } = useApiMutation("DELETE /views/:id", { changes: ["GET /views"] });
  const save: Action = { label: labels.save, dialog: (dialog) => <SaveViewDialog {...dialog} name={name} list={list} /> };
  const rename = (view: SavedView): Action => ({ label: labels.rename, dialog: (dialog) => <RenameViewDialog {...dialog} view={view} /> });
  const deletion = ({ id, name: viewName }: SavedView): Action => ({
    label: labels.delete,
    confirm: {
      ...labels.deletion,
      title: labels.deletion.title(viewName),
      success: labels.deletion.success(viewName),
    },
    run: () => remove({ params: { id } }),
  });
  const update = ({ id, filters, sort, columns, ...view }: SavedView) =>
    mutate(
      { params: { id }, body: { ...toViewInput(list.view), expected: { filters, sort, columns } } },
      { onSuccess: () => toast.success(labels.updated(view.name)), onError: showErrorToast(labels.updateFailed) },
    );
  return (
    <>
      <MenuRadioGroup value={current?.id ?? ""} onValueChange={(id) => list.openView(views?.find((view) => view.id === id) ?? null)}>
        <MenuRadio value="">{labels.none}</MenuRadio>
        {views?.map((view) => (
          <MenuRadio key={view.id} value={view.id}>
            <span>{view.name}</span>
          </MenuRadio>
        ))}
      </MenuRadioGroup>
      {views?.length === 0 && <MenuNote>{start === null ? labels.emptyViewer : labels.empty}</MenuNote>}
      {start !== null && (
        <>
          <MenuSeparator />
          {current && isChanged(list, current) && (
            <MenuItem onSelect={() => update(current)}>
              <span>{labels.update(sanitizeName(current.name))}</span>
            </MenuItem>
          )}
          <MenuItem onSelect={() => start(save)}>{labels.save}</MenuItem>
          {current && (
            <>
              <MenuItem onSelect={() => start(rename(current))}>{labels.rename}</MenuItem>
              <MenuItem destructive onSelect={() => start(deletion(current))}>
                {labels.delete}
              </MenuItem>
            </>
          )}
        </>
      )}
    </>
  );
}

type ColumnsMenuProps<Item> = { columns: readonly Column<Item>[]; list: Pick<ListState<Item>, "columns" | "setColumns"> };

/** The menu that chooses the columns of a list. */
export function ColumnsMenu<Item>(props: ColumnsMenuProps<Item>) {
  return (
    <Menu
      trigger={
        <Button variant="outline">
          <Columns3 aria-hidden="true" /> <span className="max-sm:sr-only">{columnLabels.title}</span>
        </Button>
      }
      className="max-h-[min(26rem,var(--available-height))] overflow-y-auto overscroll-contain"
    >
      {(parts) => <ColumnsMenuItems parts={parts} {...props} />}
    </Menu>
  );
}

/** The width of the list's table, in rem. Every column fits while there is no table. */
const tableWidth = (): number =>
  (document.querySelector("[data-fitted]")?.clientWidth || Number.POSITIVE_INFINITY) /
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** The columns in view are checked. */
function ColumnsMenuItems<Item>({ parts, columns, list }: ColumnsMenuProps<Item> & Pick<ViewsMenuItemsProps, "parts">) {
  const { MenuCheckbox, MenuItem, MenuSeparator } = parts;
  // The items are mounted whenever the menu opens.
  const [width] = useState(tableWidth);
  const inView = columnsInView(columns, list.columns, width).map(({ id }) => id);
  return (
    <>
      {optionalColumns(columns).map(({ id, header }) => (
        <MenuCheckbox
          key={id}
          checked={inView.includes(id)}
          // The column that opens the row keeps the choice from being empty.
          onChange={() => list.setColumns(toggleColumn(columns, list.columns, id, width))}
        >
          {header}
        </MenuCheckbox>
      ))}
      {list.columns !== null && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => list.setColumns(null)}>{columnLabels.reset}</MenuItem>
        </>
      )}
    </>
  );
}
