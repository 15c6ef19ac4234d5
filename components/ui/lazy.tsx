"use client";

import { type ComponentType, useEffect, useEffectEvent, useReducer } from "react";
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
