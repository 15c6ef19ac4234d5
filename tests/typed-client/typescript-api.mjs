// openapi-typescript prints with the JavaScript API of TypeScript, which version 7 no longer has.
import { registerHooks } from "node:module";

const shim = `data:text/javascript,${encodeURIComponent(`export { ts as default } from ${JSON.stringify(import.meta.resolve("@ts-morph/common"))};`)}`;

registerHooks({
  resolve: (specifier, context, next) => (specifier === "typescript" ? { url: shim, shortCircuit: true } : next(specifier, context)),
});
