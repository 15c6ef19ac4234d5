import { createElement } from "./embed/create-element";
import { showForm } from "./embed/form";
import { mountHost } from "./embed/mount";
import { parseOptions } from "./embed/options";
import { getStyleSheet } from "./embed/style-sheet";

/**
 * The form for other sites: `<script src="…/embed.js" data-key="pk_…" data-form="join"></script>`. The script runs once for each such element, and
 * renders the forms of all others that have none yet, because frameworks insert script elements without running them. It never throws into the page.
 */
const rendered = Symbol.for("gatehouse.form");
type ScriptElement = HTMLScriptElement & { [rendered]?: true };

const isEmbedScript = (script: HTMLScriptElement) => /\/embed\.js(\?|$)/.test(script.src);

function render(script: ScriptElement): void {
  if (script[rendered]) return;
  script[rendered] = true;
  // Not a registered custom element: sites only need the name for their styles.
  const host = document.createElement("gatehouse-form");
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [getStyleSheet()];
  const options = parseOptions(script.dataset, { src: script.src, href: location.href, referrer: document.referrer });
  if (typeof options === "string") {
    console.error(options);
    root.append(createElement("p", { role: "alert" }, options));
  } else {
    host.dataset.form = options.form;
    void showForm(root, options);
  }
  mountHost(host, script);
}

const currentScript = document.currentScript;
for (const script of [currentScript, ...document.querySelectorAll("script[data-key][data-form]")]) {
  if (!(script instanceof HTMLScriptElement) || (script !== currentScript && !isEmbedScript(script))) continue;
  try {
    render(script);
  } catch (error) {
    console.error(error);
  }
}
