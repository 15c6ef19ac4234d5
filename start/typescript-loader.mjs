// Lets Node run our TypeScript: Node strips the types, and this hook resolves imports. It starts half a second faster than tsx, which is needed only for JSX.
import { existsSync } from "node:fs";
import { registerHooks } from "node:module";

const root = new URL("../", import.meta.url);
const extensions = [".ts", "/index.ts"];

registerHooks({
  resolve(specifier, context, next) {
    // Saves 0.6 s: Node would read drizzle's package.json of over 100 kB again for each of its files.
    if (
      specifier.startsWith(".") &&
      specifier.endsWith(".js") &&
      context.parentURL?.includes("/node_modules/drizzle-orm/") &&
      context.conditions.includes("import")
    ) {
      return { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true };
    }
    // This process is a server, although it is not Next's.
    if (specifier === "server-only") return next(specifier, { ...context, conditions: [...context.conditions, "react-server"] });
    const isOurs =
      specifier.startsWith("@/") ||
      (specifier.startsWith(".") && !context.parentURL?.includes("/node_modules/") && !/\.(?!json$)\w+$/.test(specifier));
    if (!isOurs) return next(specifier, context);
    if (specifier.endsWith(".json")) return { ...next(specifier.replace("@/", root.href), context), importAttributes: { type: "json" } };
    const base = specifier.startsWith("@/") ? new URL(specifier.slice(2), root) : new URL(specifier, context.parentURL);
    const resolved = extensions.map((extension) => new URL(base.href + extension)).find((url) => existsSync(url));
    return resolved ? { url: resolved.href, shortCircuit: true } : next(specifier, context);
  },
});
