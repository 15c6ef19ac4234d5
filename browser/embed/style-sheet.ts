/** The rules of `style.css`, put here by the build. */
declare const EMBED_RULES: string;

let styleSheet: CSSStyleSheet | undefined;

/** The style sheet of every form on the page. Made by script, as a site's content policy may let no style of another kind in. */
export function getStyleSheet(): CSSStyleSheet {
  if (styleSheet) return styleSheet;
  styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(EMBED_RULES);
  return styleSheet;
}
