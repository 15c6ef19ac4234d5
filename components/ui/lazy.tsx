"use client";

import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useEffectEvent,
  useReducer,
  useState,
} from "react";
import { toast } from "./toast";

/** Code that most visits don't need. `load` starts loading it, also after a failure, and `get` returns it once it is loaded. */
export type Lazy<Code> = { load: () => Promise<Code>; get: () => Code | undefined };

export function lazy<Code>(load: () => Promise<Code>): Lazy<Code> {
  let get: Code | undefined;
  return {
    get: () => get,
    load: async () => {
      get = await load();
      return get;
    },
  };
}

/** For popups that need no code of their own. */
export const lazyEmptyContent = lazy(async () => null);

/** Returns the code once it is loaded. Starts loading when `isNeeded`. If that fails, shows a toast and calls `onFail`. */
export function useLazy<Code>({ load, get }: Lazy<Code>, isNeeded: boolean, onFail: () => void): Code | undefined {
  const [, rerender] = useReducer((renders: number) => renders + 1, 0);
  const code = get();
  const isMissing = isNeeded && code === undefined;
  const fail = useEffectEvent(() => {
    toast.error("This part of the page couldn't be loaded", { description: "Check your connection or reload the page." });
    onFail();
  });
  useEffect(() => {
    if (!isMissing) return;
    let isActive = true;
    load().then(rerender, () => isActive && fail());
    return () => {
      isActive = false;
    };
  }, [isMissing, load]);
  return code;
}

/** A dialog whose code is loaded when it first opens. */
export function lazyDialog<Props extends { open: boolean; onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const dialog = lazy(load);
  return (props) => {
    const Dialog = useLazy(dialog, props.open, props.onClose);
    return Dialog && <Dialog {...props} />;
  };
}

/** The element that opens a popup. */
export type Trigger = ReactElement<ComponentProps<"button">>;

/** The code of a popup, from the first time it opens. Not earlier, because the popup renders the trigger as another element. */
export function useLazyPopup<Code>(popup: Lazy<Code>, open: boolean, close: () => void): Code | undefined {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  const code = useLazy(popup, open, close);
  return wasOpen ? code : undefined;
}

type LazyTriggerProps = { trigger: Trigger; opens: "menu" | "dialog"; lazyContent: Lazy<unknown>; onOpen: () => void };

/** The trigger of a popup that isn't loaded yet. Hover and focus start loading it. */
export function LazyTrigger({ trigger, opens, lazyContent: { load }, onOpen }: LazyTriggerProps) {
  // Errors are ignored here. Opening the popup tries again and reports them.
  const preload = () => void load().catch(() => {});
  const onKeyDown = (event: KeyboardEvent) => {
    if (opens !== "menu" || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    onOpen();
  };
  return cloneElement(trigger, {
    "aria-haspopup": opens,
    "aria-expanded": false,
    onClick: onOpen,
    onKeyDown,
    onPointerEnter: preload,
    onFocus: preload,
  });
}
