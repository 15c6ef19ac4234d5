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
export type Later<Code> = { load: () => Promise<Code>; here: () => Code | undefined };

export function later<Code>(load: () => Promise<Code>): Later<Code> {
  let here: Code | undefined;
  return {
    here: () => here,
    load: async () => {
      here = await load();
      return here;
    },
  };
}

/** In place of code, where there is none to wait for. */
export const nothing = later(async () => null);

/** The code from when it is there; it is asked for once it is `wanted`. Where it cannot be had, that is said, and `forgo` told. */
export function useLater<Code>({ load, here }: Later<Code>, wanted: boolean, forgo: () => void): Code | undefined {
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  const code = here();
  const missing = wanted && code === undefined;
  const fail = useEffectEvent(() => {
    toast.error("This part of the page did not load", { description: "Look at the connection, or reload the page." });
    forgo();
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
export function dialogLater<Props extends { open: boolean; onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const dialog = later(load);
  return (props) => {
    const Dialog = useLater(dialog, props.open, props.onClose);
    return Dialog && <Dialog {...props} />;
  };
}

/** A button, given what makes it open something. */
export type Trigger = ReactElement<ComponentProps<"button">>;

/** The code of what a button opens, from when that is first `open`. Only then: a button that is given over to it is another element. */
export function usePopup<Code>(popup: Later<Code>, open: boolean, close: () => void): Code | undefined {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  const code = useLater(popup, open, close);
  return wasOpen ? code : undefined;
}

type TriggerAloneProps = { trigger: Trigger; opens: "menu" | "dialog"; loads: Later<unknown>; onOpen: () => void };

/** The button of what is not loaded yet. Whoever comes near it will want that. */
export function TriggerAlone({ trigger, opens, loads: { load }, onOpen }: TriggerAloneProps) {
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
