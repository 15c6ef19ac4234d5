/** The width of the text of emails, in CSS pixels. */
export const layoutWidth = 560;

// Stand for the comments until the HTML is rendered, because React renders none.
export const outlookStart = "\uE100";
export const outlookEnd = "\uE101";
const marks = /\uE100|\uE101/g;

/** A table that only Outlook for Windows reads: it ignores `max-width`, so the text would be as wide as its window. */
const start = `<!--[if mso]><table role="presentation" align="center" width="${layoutWidth}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`;
const end = "<!--[if mso]></td></tr></table><![endif]-->";

/** Gives a rendered email a fixed width in Outlook. */
export const withOutlookTable = (html: string): string => html.replace(marks, (mark) => (mark === outlookStart ? start : end));

/** Removes the marks from the plain text of an email. */
export const withoutOutlookTable = (text: string): string => text.replace(marks, "").trim();
