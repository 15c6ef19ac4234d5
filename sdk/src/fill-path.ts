import type { Operation } from "./client.js";
import { GatehouseError } from "./errors.js";

/** Puts the parameters and the query into a path. Some values can't be in a path, or would make another one of it. */
export function fillPath(path: string, { name: call, params = {}, query = {} }: Operation): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(params[name] ?? "");
    if (/^\.{0,2}$|\p{Surrogate}/u.test(value)) {
      const message = "must not be empty, only dots, or invalid Unicode";
      throw new GatehouseError({ name: "invalid_input", call, message: `\`${name}\` ${message}.`, fields: { [name]: [message] } });
    }
    return encodeURIComponent(value);
  });
  const values = Object.entries(query).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)]]));
  return values.length === 0 ? filled : `${filled}?${new URLSearchParams(values)}`;
}
