"use client";

import type { LucideIcon } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { type ComponentProps, type ComponentType, type ReactNode, useState } from "react";
import { Button } from "./button";
import type { Confirmation } from "./confirm";
import { lazy, useLazy } from "./lazy";
import { showErrorToast } from "./toast";

export type DialogProps = { open: boolean; onClose: () => unknown };

/** What a button or a menu item does: something at once or after a confirmation, or it opens a dialog. */
export type Action = {
  /** Identifies it among the actions that are shown together. */
  label: string;
  icon?: LucideIcon;
  destructive?: boolean;
  disabled?: boolean;
  /** Whether a line separates it from the actions before it. */
  separated?: boolean;
} & (RunAction | { dialog: ComponentType<DialogProps> });

type RunAction = {
  /** While a promise that it returns is pending, the button or menu is too. */
  run: () => unknown;
  /** The title of the toast that shows the error if `run` fails without a confirmation. */
  failed?: string;
  /** What is confirmed first. It can be loaded when it is needed. The confirmation stays open with the error if `run` fails. */
  confirm?: Confirmation | (() => Promise<Confirmation>);
  /** Called with the result once the confirmation is closed, for example to leave the page of a deleted object. */
  onSuccess?(result: unknown): void;
};

/** Where the dialogs of actions open. Render `dialog` once, outside of any form. */
export type ActionDialogs = { open: (action: Action) => void; dialog: ReactNode };

/** The action whose dialog was opened last. It doesn't change while the dialog is open or closes. */
type Opened = { action: Action; name: string | null; isOpen: boolean; count: number };

const toOpened = (action: Action, name: string | null, last: Opened | null): Opened => {
  const count = (last?.count ?? 0) + 1;
  return { action, name, isOpen: true, count };
};

/** Actions are new objects with each render, so they are compared by their labels. */
const isSame = (action: Action | false, other: Action): boolean => action !== false && action.label === other.label;

/** The opened action with the texts of now, such as a number that changes while people read it. Those of a dialog that closes stay. */
function withCurrentTexts(opened: Opened, actions: readonly (Action | false)[]): Opened {
  const current = actions.find((action) => isSame(action, opened.action));
  return opened.isOpen && current && "confirm" in current && typeof current.confirm === "object" ? { ...opened, action: current } : opened;
}

/** Keeps which action has its dialog open. The texts of `actions` stay current while it is. */
export function useActionDialogs(actions: readonly (Action | false)[] = []): ActionDialogs {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened((last) => last && { ...last, isOpen: false });
  return {
    open: (action) => setOpened((last) => toOpened(action, null, last)),
    dialog: opened && <OpenedDialog key={opened.count} opened={withCurrentTexts(opened, actions)} onClose={close} />,
  };
}

/** Keeps in the URL which of these actions has its dialog open, as `?key=name`, so that other pages can link to it. */
export function useUrlActionDialogs(key: string, actions: Readonly<Record<string, Action | false>>): ActionDialogs {
  const [name, setName] = useQueryState(key, parseAsString);
  const [opened, setOpened] = useState<Opened | null>(null);
  const action = name !== null && Object.hasOwn(actions, name) && actions[name];
  const isOpened = opened?.isOpen === true && opened.name === name;
  if (action && !isOpened) setOpened(toOpened(action, name, opened));
  else if (opened?.isOpen && !isOpened) setOpened({ ...opened, isOpen: false });
  return {
    open: (next) => void setName(getActionName(actions, next)),
    dialog: opened && (
      <OpenedDialog key={opened.count} opened={withCurrentTexts(opened, Object.values(actions))} onClose={() => setName(null)} />
    ),
  };
}

/** Throws if it isn't one of `actions`, because its dialog then couldn't open. */
export function getActionName(actions: Readonly<Record<string, Action | false>>, action: Action): string {
  const name = Object.keys(actions).find((each) => isSame(actions[each] ?? false, action));
  if (name === undefined) throw new Error(`The action "${action.label}" has no name in the URL.`);
  return name;
}

function OpenedDialog({ opened: { action, isOpen }, onClose }: { opened: Opened; onClose: () => unknown }) {
  const dialog = { open: isOpen, onClose };
  return "dialog" in action ? <action.dialog {...dialog} /> : <ConfirmDialog {...dialog} action={action} />;
}

const confirmParts = lazy(() => import("./confirm"));

function ConfirmDialog({ action: { run, confirm, onSuccess }, open, onClose }: DialogProps & { action: RunAction }) {
  const [all] = useState(() => lazy(() => Promise.all([confirmParts.load(), typeof confirm === "function" ? confirm() : confirm])));
  const [parts, loaded] = useLazy(all, open, onClose) ?? [];
  const confirmation = typeof confirm === "object" ? confirm : loaded;
  if (!parts || !confirmation) return null;
  return <parts.ConfirmAction {...confirmation} open={open} onClose={onClose} run={run} onSuccess={onSuccess} />;
}

/** Starts actions. Their dialogs open in `dialogs`, or in the returned `dialog`. */
export function useActions(actions: readonly (Action | false)[] = [], dialogs?: ActionDialogs) {
  const own = useActionDialogs(actions);
  const { open } = dialogs ?? own;
  const [isPending, setPending] = useState(false);
  const start = (action: Action) => {
    if ("dialog" in action || action.confirm) return open(action);
    const result = action.run();
    if (!(result instanceof Promise)) return;
    setPending(true);
    void result.catch(showErrorToast(action.failed ?? "Something went wrong")).finally(() => setPending(false));
  };
  return { start, isPending, dialog: dialogs ? null : own.dialog };
}

type ActionButtonProps = Omit<ComponentProps<typeof Button>, "onClick" | "disabled" | "pending"> & {
  /** False if it isn't available. */
  action: Action | false;
  /** Where its dialog opens. Defaults to one of its own. */
  dialogs?: ActionDialogs;
  /** More of the label. */
  children?: ReactNode;
};

/** A button that starts an action. */
export function ActionButton({ action, dialogs, variant = "outline", children, ...button }: ActionButtonProps) {
  const { start, isPending, dialog } = useActions([action], dialogs);
  const Icon = action ? action.icon : undefined;
  return (
    <>
      {action && (
        <Button {...button} variant={variant} disabled={action.disabled} pending={isPending} onClick={() => start(action)}>
          {Icon && <Icon aria-hidden="true" />} {action.label}
          {children}
        </Button>
      )}
      {dialog}
    </>
  );
}
