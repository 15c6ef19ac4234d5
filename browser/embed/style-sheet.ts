/** The rules of `style.css`, put here by the build. */
declare const EMBED_RULES: string;

let sheet: CSSStyleSheet | undefined;

/** The style sheet of every form on the page. Made by script, as a site's content policy may let no style of another kind in. */
export function sheetOf(): CSSStyleSheet {
  if (sheet) return sheet;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(EMBED_RULES);
  return sheet;
}
