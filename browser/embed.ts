import { type EmbedOptions, parseOptions } from "./embed/options";
import { showForm } from "./embed/form";
import { createElement } from "./embed/create-element";
import { mountHost } from "./embed/mount";
import { getStyleSheet } from "./embed/style-sheet";

/**
 * The form for other sites: `<script src="…/embed.js" data-key="pk_…" data-form="join"></script>`. It runs once for each such element, and makes
 * the forms of all that are there and have none, for those that a framework put in without running them. Nothing it meets is thrown into the page.
 */
const rendered = Symbol.for("gatehouse.form");
type Script = HTMLScriptElement & { [rendered]?: true };

const isOurs = (script: HTMLScriptElement) => /\/embed\.js(\?|$)/.test(script.src);

function render(script: Script): void {
  if (script[rendered]) return;
  script[rendered] = true;
  // Not a name that can be registered by us: the site's own styles find it by it.
  const host = document.createElement("gatehouse-form");
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [getStyleSheet()];
  const asked = parseOptions(script.dataset, { src: script.src, address: location.href });
  if (typeof asked === "string") warn(root, asked);
  else show(host, root, asked);
  mountHost(host, script);
}

function show(host: HTMLElement, root: ShadowRoot, asked: EmbedOptions): void {
  host.dataset.form = asked.form;
  showForm(root, asked);
}

function warn(root: ShadowRoot, sentence: string): void {
  console.error(sentence);
  root.append(createElement("p", { role: "alert" }, sentence));
}

const own = document.currentScript;
for (const script of [own, ...document.querySelectorAll("script[data-key][data-form]")]) {
  if (!(script instanceof HTMLScriptElement) || (script !== own && !isOurs(script))) continue;
  try {
    render(script);
  } catch (error) {
    console.error(error);
  }
}
