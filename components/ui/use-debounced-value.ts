import { useEffect, useState } from "react";

/** A value once it has stayed the same for a while, in milliseconds: what is asked for while somebody types. */
export function useDebouncedValue<Value>(value: Value, pause = 200): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
