"use client";

import { createContext, type ReactNode, use, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from "react";
import { useConfirmation } from "./use-confirmation";

/** A part of the page in which something can be typed: a dialog, or the whole page. */
type Scope = {
  /** Counts something that was typed and isn't saved. Returns a function that takes it back. */
  add: () => () => void;
};

const ScopeContext = createContext<Scope | null>(null);

/** Keeps whether something inside of `provide` was typed and isn't saved, and asks before it is lost. */
export function useUnsavedScope() {
  const parent = use(ScopeContext);
  // Read when people leave: React renders a state later than the key or click that can follow the typing.
  const count = useRef(0);
  // Once people have agreed to lose it, neither the browser nor we ask again.
  const isGivenUp = useRef(false);
  const scope = useMemo<Scope>(
    () => ({
      add: () => {
        count.current++;
        isGivenUp.current = false;
        const removeFromParent = parent?.add();
        return () => {
          count.current--;
          removeFromParent?.();
        };
      },
    }),
    [parent],
  );
  const { ask, dialog } = useConfirmation(() => ({
    title: "Discard unsaved changes?",
    consequence: "What you've typed hasn't been saved. If you leave, it's lost.",
    action: "Discard changes",
  }));
  const hasUnsaved = () => count.current > 0 && !isGivenUp.current;
  return {
    hasUnsaved,
    /** Resolves to whether nothing would be lost, or people agree. */
    confirmLeave: async () => {
      if (!hasUnsaved()) return true;
      isGivenUp.current = await ask(null);
      return isGivenUp.current;
    },
    /** Takes back that people agreed to lose it. */
    keep: () => {
      isGivenUp.current = false;
    },
    provide: (children: ReactNode) => (
      <ScopeContext value={scope}>
        {children}
        {dialog}
      </ScopeContext>
    ),
  };
}

/** Registers that something was typed and isn't saved. Leaving the dialog or page that it is in then asks. */
export function useUnsaved(isUnsaved: boolean): void {
  const scope = use(ScopeContext);
  // Other effects can wait until the browser has painted.
  useLayoutEffect(() => (isUnsaved ? scope?.add() : undefined), [scope, isUnsaved]);
}

type Leave = (go: () => void) => void;

const LeaveContext = createContext<Leave>((go) => go());

/** Returns a function that leaves the page, unless something typed would be lost and people stay. Links do so by themselves. */
export const useLeave = (): Leave => use(LeaveContext);

/** The URL on this site that a click would open in this tab. Null for other clicks. */
function getInternalLink({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link?.href || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null;
  if ((link.target !== "" && link.target !== "_self") || link.hasAttribute("download")) return null;
  return link.origin === location.origin && link.pathname !== location.pathname ? link : null;
}

/** Asks before something typed on the page is lost: by a link, the back button, closing the page or reloading it. */
export function UnsavedChangesGuard({ children }: { children: ReactNode }) {
  const { hasUnsaved, confirmLeave, keep, provide } = useUnsavedScope();
  const leave: Leave = (go) => void confirmLeave().then((isConfirmed) => isConfirmed && go());
  const leaveFromEvent = useEffectEvent(leave);
  const asksBeforeLeaving = useEffectEvent(hasUnsaved);
  const keepAgain = useEffectEvent(keep);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = getInternalLink(event);
      if (link === null || !asksBeforeLeaving()) return;
      event.preventDefault();
      event.stopPropagation();
      leaveFromEvent(() => link.click());
    };
    // People who type again have not left, as when signing out failed.
    const onInput = () => keepAgain();
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (asksBeforeLeaving()) event.preventDefault();
    };
    const stopWatching = watchHistory(
      (go) => leaveFromEvent(go),
      () => asksBeforeLeaving(),
    );
    // In the capture phase, before the link handles the click.
    document.addEventListener("click", onClick, true);
    document.addEventListener("input", onInput, true);
    window.addEventListener("beforeunload", onBeforeUnload);
    return () => {
      stopWatching();
      document.removeEventListener("click", onClick, true);
      document.removeEventListener("input", onInput, true);
      window.removeEventListener("beforeunload", onBeforeUnload);
    };
  }, []);
  return <LeaveContext value={leave}>{provide(children)}</LeaveContext>;
}

/** Calls `leave` with what the back and forward buttons would do, instead of doing it. Returns a function that stops it. */
function watchHistory(leave: Leave, asksBeforeLeaving: () => boolean): () => void {
  if (!("navigation" in window)) return watchHistoryEvents(leave, asksBeforeLeaving);
  const { navigation } = window;
  const onNavigate = (event: NavigateEvent) => {
    // Browsers let people leave who go back twice without doing anything in between.
    if (event.navigationType !== "traverse" || !event.cancelable || !asksBeforeLeaving()) return;
    event.preventDefault();
    leave(() => navigation.traverseTo(event.destination.key));
  };
  navigation.addEventListener("navigate", onNavigate);
  return () => navigation.removeEventListener("navigate", onNavigate);
}

/** The same for browsers without the Navigation API. They don't tell the direction, which is back for most people. */
function watchHistoryEvents(leave: Leave, asksBeforeLeaving: () => boolean): () => void {
  let isReturning = false;
  const onPopState = (event: PopStateEvent) => {
    if (!asksBeforeLeaving()) return;
    // In the capture phase, before the router, which never learns of it.
    event.stopImmediatePropagation();
    if (!isReturning) {
      history.forward();
      leave(() => history.back());
    }
    isReturning = !isReturning;
  };
  window.addEventListener("popstate", onPopState, true);
  return () => window.removeEventListener("popstate", onPopState, true);
}
