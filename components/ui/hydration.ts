"use client";

import {
  type ChangeEvent,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useSyncExternalStore,
} from "react";
import { flushSync } from "react-dom";

const subscribe = () => () => {};

/**
 * Whether React reacts to input here. False in the page that the server sent, until React has hydrated this part of it. Controls that would
 * lose a click or key are disabled until then, with their usual look.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );

/**
 * Returns a ref for a text field, so that what was entered before hydration reaches `onChange`. React keeps the text in the field, but calls
 * no handler for it, and would replace it at the next change.
 */
export function useEarlyInput(
  outerRef: Ref<HTMLInputElement> | undefined,
  onChange: ((event: ChangeEvent<HTMLInputElement>) => void) | undefined,
): RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null);
  useImperativeHandle(outerRef, () => ref.current as HTMLInputElement, []);
  const isHydrated = useIsHydrated();
  const handleChange = useEffectEvent((target: HTMLInputElement) => {
    onChange?.({ type: "change", target, currentTarget: target } as ChangeEvent<HTMLInputElement>);
  });
  useEffect(() => {
    const input = ref.current;
    if (isHydrated || !input || input.value === input.defaultValue) return;
    const { value } = input;
    // Each field after the one before it has rendered, because two fields can set parts of one value.
    queueMicrotask(() => {
      input.value = value;
      flushSync(() => handleChange(input));
    });
  }, [isHydrated]);
  return ref;
}
