import { useEffect, useState } from "react";

/** Returns a value after it hasn't changed for `delay` milliseconds. */
export function useDebouncedValue<Value>(value: Value, delay = 200): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return debounced;
}
