"use client";

import { useEffect, useState } from "react";
import styles from "./snippet.module.css";

/** How long the button says that it copied, in milliseconds. */
const saysSo = 1500;

/** Copies `text`; `what` tells this button from its neighbours where it is read aloud. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [outcome, setOutcome] = useState<"Copied" | "Not copied" | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), saysSo);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = () =>
    // Absent where the page came over plain HTTP from another machine.
    (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => setOutcome("Copied"),
      () => setOutcome("Not copied"),
    );
  return (
    <button type="button" className={styles.copy} onClick={copy}>
      <span aria-live="polite">{outcome ?? "Copy"}</span>
      {outcome === null && <span className="only-aloud"> {what}</span>}
    </button>
  );
}
