"use client";

import { Toast as Base } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";
import { describeError, RequestId } from "./errors";
import { Sentence } from "./text";

type ToastOptions = { description?: ReactNode; action?: { label: string; onClick: () => void }; onClose?: () => void };
type ToastData = { requestId?: string };

const manager = Base.createToastManager<ToastData>();

const toManagerOptions = ({ description, action, onClose }: ToastOptions) => ({
  description: typeof description === "string" ? <Sentence text={description} /> : description,
  ...(onClose && { onClose }),
  ...(action && { actionProps: { children: action.label, onClick: action.onClick } }),
});

/** How long a toast with an action stays, in milliseconds. */
const actionTimeout = 10_000;

/** Shows toasts from anywhere in the browser. Errors stay until they are closed. */
export const toast = {
  success: (title: string, options: ToastOptions = {}): string =>
    manager.add({
      title: <Sentence text={title} />,
      type: "success",
      ...(options.action && { timeout: actionTimeout }),
      ...toManagerOptions(options),
    }),
  error: (title: string, { requestId, ...options }: ToastOptions & ToastData = {}): string =>
    manager.add({
      title: <Sentence text={title} />,
      type: "error",
      priority: "high",
      timeout: 0,
      data: { requestId },
      ...toManagerOptions(options),
    }),
  close: (id?: string): void => manager.close(id),
};

/** Returns an error handler that shows a toast, for what has neither a form nor a confirmation. */
export const showErrorToast =
  (title: string, action?: { label: string; onClick: () => void }) =>
  (error: unknown): void => {
    const { message, requestId } = describeError(error);
    toast.error(title, { description: message, ...(requestId !== undefined && { requestId }), ...(action && { action }) });
  };

/** Renders the toasts. Use it once, around the whole page. */
export function Toasts({ children }: { children: ReactNode }) {
  return (
    <Base.Provider toastManager={manager}>
      {children}
      <Base.Portal>
        <Base.Viewport className="print:hidden fixed right-4 bottom-[calc(1rem+var(--below-toasts,0px))] left-4 z-50 flex flex-col gap-2 sm:left-auto sm:w-90">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function ToastList() {
  const { toasts } = Base.useToastManager<ToastData>();
  return toasts.map((item) => (
    <Base.Root
      key={item.id}
      toast={item}
      swipeDirection="right"
      className="translate-x-(--toast-swipe-movement-x) rounded-lg border bg-popover text-popover-foreground shadow transition-[opacity,translate] duration-150 data-limited:hidden data-ending-style:opacity-0 data-starting-style:opacity-0"
    >
      <Base.Content className="flex items-start gap-3 py-3 pr-2 pl-4">
        {item.type === "error" ? (
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-destructive" />
        ) : (
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-positive" />
        )}
        <div className="grid min-w-0 flex-1 gap-0.5">
          <Base.Title className="font-medium" />
          <Base.Description className="text-2sm text-muted-foreground" />
          {item.data?.requestId && <RequestId id={item.data.requestId} />}
        </div>
        {item.actionProps && <Base.Action render={<Button variant="outline" size="sm" className="-my-1" />} />}
        <Base.Close
          aria-label="Close"
          render={
            <Button variant="ghost" size="icon-sm" className="-my-1 text-muted-foreground">
              <X aria-hidden="true" />
            </Button>
          }
        />
      </Base.Content>
    </Base.Root>
  ));
}

/** The elements at the bottom of the window that toasts must not cover. */
const elementsBelow = new Set<HTMLElement>();
let observer: ResizeObserver | undefined;

/** Moves the toasts above all of these elements that are shown at the bottom, with 8 px in between. */
function updateSpaceBelow(): void {
  const heights = [...elementsBelow].map((element) => {
    const { top, height } = element.getBoundingClientRect();
    // In narrow windows, an element can be elsewhere on the page.
    return height > 0 && getComputedStyle(element).position === "fixed" ? window.innerHeight - top : 0;
  });
  const space = Math.max(0, ...heights);
  // The toasts are 16 px from the bottom without them.
  document.documentElement.style.setProperty("--below-toasts", `${Math.max(0, space - 8)}px`);
}

/** A ref that keeps toasts from covering an element at the bottom of the window. */
export function keepToastsAbove(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  // After the layout, in which one of these elements can move another.
  const update = () => void requestAnimationFrame(updateSpaceBelow);
  observer ??= new ResizeObserver(update);
  elementsBelow.add(element);
  observer.observe(element);
  update();
  return () => {
    elementsBelow.delete(element);
    observer?.unobserve(element);
    update();
  };
}
