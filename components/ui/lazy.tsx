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

/** Code that most visits to a page do without: `load` asks for it, anew after a failure, and `here` gives it once it is there. */
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

/** In place of code, where there is none to wait for. */
export const lazyNothing = lazy(async () => null);

/** The code from when it is there; it is asked for once it is `wanted`. Where it cannot be had, that is said, and `forgo` told. */
export function useLazy<Code>({ load, get }: Lazy<Code>, isNeeded: boolean, onFail: () => void): Code | undefined {
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  const code = get();
  const missing = isNeeded && code === undefined;
  const fail = useEffectEvent(() => {
    toast.error("This part of the page did not load", { description: "Look at the connection, or reload the page." });
    onFail();
  });
  useEffect(() => {
    if (!missing) return;
    let isWanted = true;
    load().then(look, () => isWanted && fail());
    return () => {
      isWanted = false;
    };
  }, [missing, load]);
  return code;
}

/** A dialog whose code is loaded when it is first open. */
export function lazyDialog<Props extends { open: boolean; onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const dialog = lazy(load);
  return (props) => {
    const Dialog = useLazy(dialog, props.open, props.onClose);
    return Dialog && <Dialog {...props} />;
  };
}

/** A button, given what makes it open something. */
export type Trigger = ReactElement<ComponentProps<"button">>;

/** The code of what a button opens, from when that is first `open`. Only then: a button that is given over to it is another element. */
export function useLazyPopup<Code>(popup: Lazy<Code>, open: boolean, close: () => void): Code | undefined {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  const code = useLazy(popup, open, close);
  return wasOpen ? code : undefined;
}

type LazyTriggerProps = { trigger: Trigger; opens: "menu" | "dialog"; lazyContent: Lazy<unknown>; onOpen: () => void };

/** The button of what is not loaded yet. Whoever comes near it will want that. */
export function LazyTrigger({ trigger, opens, lazyContent: { load }, onOpen }: LazyTriggerProps) {
  // Where it fails it is tried again, and said, once it is wanted.
  const near = () => void load().catch(() => {});
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
    onPointerEnter: near,
    onFocus: near,
  });
}
