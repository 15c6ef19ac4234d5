import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Action, getActionName, useActions } from "./actions";
import { toast } from "./toast";

type Start = ReturnType<typeof useActions>["start"];

function Starter({ onRender }: { onRender: (start: Start) => void }) {
  onRender(useActions().start);
  return null;
}

/** Starts an action without a page that shows its state. */
const start = (action: Action): void =>
  void renderToStaticMarkup(createElement(Starter, { onRender: (startAction) => queueMicrotask(() => startAction(action)) }));

test("an action that fails without a confirmation shows the error as a toast", async () => {
  const shown = vi.spyOn(toast, "error");
  onTestFinished(() => shown.mockRestore());
  start({ label: "Restore", failed: "Couldn't restore it", run: () => Promise.reject(new Error("It's no longer in the bin.")) });
  await expect.poll(() => shown.mock.calls).toEqual([["Couldn't restore it", { description: "It's no longer in the bin." }]]);
  start({ label: "Restore", run: () => Promise.reject(new Error("It's no longer in the bin.")) });
  await expect.poll(() => shown.mock.lastCall).toEqual(["Something went wrong", { description: "It's no longer in the bin." }]);
});

test("an action is found by its label to open its dialog, also if it was created again", () => {
  const createActions = () => ({ extend: false as const, delete: { label: "Delete", run: () => {} } });
  expect(getActionName(createActions(), createActions().delete)).toBe("delete");
  expect(() => getActionName(createActions(), { label: "Extend", run: () => {} })).toThrow('"Extend"');
});
