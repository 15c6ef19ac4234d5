"use client";

import { Plus } from "lucide-react";
import { createContext, type ReactNode, type RefObject, use, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazy, useLazy } from "@/components/ui/lazy";
import { PopupTrigger } from "@/components/ui/popup-trigger";
import { listLabels } from "./labels";

const { filterMenu: labels } = listLabels;

const searchPicker = lazy(() => import("@/components/ui/combobox").then((picker) => picker.SearchPicker));

type Chips = Map<string, RefObject<HTMLElement | null>>;

type Bar = {
  chips: Chips;
  button: RefObject<HTMLButtonElement | null>;
  /** The filter used last, which is shown until it is cleared or another one is used. */
  used: UsedFilter | null;
  setUsed: (used: UsedFilter | null) => void;
};

/** A filter chosen from the menu opens once the menu has closed. */
type UsedFilter = { label: string; state: "chosen" | "opening" | "open" };

const BarContext = createContext<Bar | null>(null);

/** The filters of a list: those that are set, and a searchable menu that opens the others. */
export function FilterMenu({ children }: { children: ReactNode }) {
  const [chips] = useState<Chips>(() => new Map());
  const button = useRef<HTMLButtonElement>(null);
  const [used, setUsed] = useState<UsedFilter | null>(null);
  const bar = useMemo(() => ({ chips, button, used, setUsed }), [chips, used]);
  return (
    <BarContext value={bar}>
      {children}
      <AddFilterMenu
        bar={bar}
        onChoose={(label) => setUsed({ label, state: "chosen" })}
        onClosed={() => setUsed((last) => (last?.state === "chosen" ? { ...last, state: "opening" } : last))}
      />
    </BarContext>
  );
}

type AddFilterMenuProps = { bar: Bar; onChoose: (label: string) => void; onClosed: () => void };

function AddFilterMenu({ bar: { chips, button }, onChoose, onClosed }: AddFilterMenuProps) {
  const [open, setOpen] = useState(false);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [text, setText] = useState("");
  const SearchPicker = useLazy(searchPicker, open, () => setOpen(false));
  const toggle = () => {
    if (!open) setHidden(hiddenFilters(chips));
    setOpen(!open);
  };
  const matching = hidden.filter((label) => label.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <>
      <PopupTrigger
        trigger={
          <Button variant="ghost" size="sm" className="text-muted-foreground pointer-coarse:h-9">
            <Plus aria-hidden="true" /> {labels.title}
          </Button>
        }
        anchor={button}
        opens="dialog"
        open={open}
        lazyContent={searchPicker}
        onToggle={toggle}
      />
      {SearchPicker && (
        <SearchPicker
          label={labels.search}
          anchor={button}
          open={open}
          onOpenChange={setOpen}
          onClosed={onClosed}
          value={null}
          onValueChange={({ label }) => onChoose(label)}
          text={text}
          onTextChange={setText}
          results={matching.map((label) => ({ id: label, label }))}
          searching={false}
          emptyMessage={labels.noResults}
        />
      )}
    </>
  );
}

/** The filters that aren't visible, in their order. */
const hiddenFilters = (chips: Chips): string[] =>
  [...chips].filter(([, { current }]) => (current?.getClientRects().length ?? 0) === 0).map(([label]) => label);

/** How a filter is shown in its bar. Opens it once it is chosen from the menu. */
export function useFilterPlace(label: string, isSet: boolean) {
  const bar = use(BarContext);
  const chip = useRef<HTMLSpanElement>(null);
  const chips = bar?.chips;
  const isUsed = bar?.used?.label === label;
  const isOpening = isUsed && bar.used?.state === "opening";

  useEffect(() => {
    chips?.set(label, chip);
    return () => void chips?.delete(label);
  }, [chips, label]);

  useEffect(() => {
    if (isOpening) chip.current?.querySelector("button")?.click();
  }, [isOpening]);

  return {
    chip,
    isShown: bar === null || isSet || isUsed,
    clear: (onClear: () => void) => {
      if (isUsed) bar.setUsed(null);
      onClear();
      // The button that had the focus is gone.
      (bar ? bar.button.current : chip.current?.querySelector("button"))?.focus();
    },
  };
}

/** Returns a function that keeps a filter shown while it is open and afterwards, so that the focus can return to it. */
export function useKeepFilterShown(label: string): () => void {
  const bar = use(BarContext);
  return () => bar?.setUsed({ label, state: "open" });
}
