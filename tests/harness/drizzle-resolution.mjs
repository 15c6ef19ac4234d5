// Saves 0.6 s in each test file: Node would read drizzle's package.json of over 100 kB again for each of its files.
import { registerHooks } from "node:module";

registerHooks({
  resolve(specifier, context, next) {
    const isInDrizzle = context.parentURL?.includes("/node_modules/drizzle-orm/") && context.conditions.includes("import");
    if (!isInDrizzle || !specifier.startsWith(".") || !specifier.endsWith(".js")) return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true };
  },
});
