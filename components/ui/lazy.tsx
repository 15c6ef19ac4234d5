"use client";

import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useReducer,
  useState,
} from "react";
import type { ConfirmProps } from "./confirm";
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

const confirmDialog = lazy(() => import("./confirm"));

type Question<Subject> = { subject: Subject; isOpen: boolean; answer: (isConfirmed: boolean) => void };

/**
 * Asks in the middle of an action. `ask` resolves to whether it was confirmed. Render `dialog` inside of the form or dialog that asks. The
 * code of the dialog is loaded when it first asks.
 */
export function useConfirmation<Subject>(toProps: (subject: Subject) => Pick<ConfirmProps, "title" | "consequence" | "action" | "tone">): {
  ask: (subject: Subject) => Promise<boolean>;
  dialog: ReactNode;
} {
  // Kept after the answer, because the text must not change while the dialog closes.
  const [question, setQuestion] = useState<Question<Subject> | null>(null);
  const answer = (isConfirmed: boolean) => {
    question?.answer(isConfirmed);
    setQuestion(question && { ...question, isOpen: false });
  };
  const confirm = useLazy(confirmDialog, question !== null, () => answer(false));
  return {
    ask: (subject) => new Promise((resolve) => setQuestion({ subject, isOpen: true, answer: resolve })),
    dialog: confirm && question && (
      <confirm.Confirm
        {...toProps(question.subject)}
        open={question.isOpen}
        onOpenChange={() => answer(false)}
        onConfirm={() => answer(true)}
      />
    ),
  };
}

/** The button that opens a popup. */
export type Trigger = ReactElement<ComponentProps<"button">>;

/** How the popup was opened: by the keyboard at its first or last item, or by the pointer. */
export type OpenedBy = "first" | "last" | "pointer";

type PopupTriggerProps = {
  trigger: Trigger;
  /** The popup is positioned at this element and returns the focus to it. */
  anchor: RefObject<HTMLButtonElement | null>;
  opens: "menu" | "dialog";
  open: boolean;
  lazyContent: Lazy<unknown>;
  onToggle: (openedBy: OpenedBy) => void;
};

/** The button of a popup: the same element before and after the code of the popup is loaded. Hover and focus start loading it. */
export function PopupTrigger({ trigger, anchor, opens, open, lazyContent: { load }, onToggle }: PopupTriggerProps) {
  // Errors are ignored here. Opening the popup tries again and reports them.
  const preload = () => void load().catch(() => {});
  const toggle = (openedBy: OpenedBy) => {
    // Safari doesn't focus buttons on click, and the popup returns the focus to the element that had it.
    anchor.current?.focus();
    onToggle(openedBy);
  };
  return cloneElement(trigger, {
    ref: anchor,
    "aria-haspopup": opens,
    "aria-expanded": open,
    ...(open && { "data-popup-open": "" }),
    onClick: ({ detail }: MouseEvent) => toggle(detail === 0 ? "first" : "pointer"),
    onKeyDown: (event: KeyboardEvent) => {
      if (opens !== "menu" || open || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
      event.preventDefault();
      toggle(event.key === "ArrowDown" ? "first" : "last");
    },
    onPointerEnter: preload,
    onFocus: preload,
  });
}

/** Whether a popup is being closed by its own trigger, which toggles it anyway. */
export function isClosedByTrigger(anchor: Element | null, { reason, event }: { reason: string; event: Event }): boolean {
  const target = event instanceof FocusEvent ? event.relatedTarget : event.target;
  return (reason === "outside-press" || reason === "focus-out") && target instanceof Node && anchor?.contains(target) === true;
}
