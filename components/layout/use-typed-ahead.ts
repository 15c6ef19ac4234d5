import { useEffect, useState } from "react";
import { isTyping } from "./use-key";

/** What is typed while something is `opening` that has no field yet for it: people go on typing after the key that opens a search. */
export function useTypedAhead(opening: boolean): string {
  const [typed, setTyped] = useState("");
  if (!opening && typed !== "") setTyped("");
  useEffect(() => {
    if (!opening) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      setTyped((before) => before + event.key);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [opening]);
  return typed;
}
