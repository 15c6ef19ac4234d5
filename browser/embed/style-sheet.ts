/** The rules of `style.css`, inserted by the build. */
declare const EMBED_CSS: string;

let styleSheet: CSSStyleSheet | undefined;

/** The style sheet that all forms on the page share. Constructed by script, because a site's content security policy may forbid inline styles. */
export function getStyleSheet(): CSSStyleSheet {
  if (styleSheet) return styleSheet;
  styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(EMBED_CSS);
  return styleSheet;
}
