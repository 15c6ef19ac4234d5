import * as z from "zod";
import { singleLineText } from "./fields";

/** Schemes that run scripts or open files instead of an app. */
const unsafeSchemes = [
  "javascript:",
  "data:",
  "vbscript:",
  "file:",
  "blob:",
  "about:",
  "filesystem:",
  "view-source:",
  "ws:",
  "wss:",
  "ftp:",
];

const returnUrlMessage = "must be an address such as https://example.org/welcome or myapp://welcome, without a # part";

const maxLength = 300;

/** An address to return to: of a website, or of an app with a scheme of its own. Like the browser writes it. */
export const ReturnUrl = singleLineText(maxLength)
  .pipe(z.string().transform((text) => URL.parse(text)?.href ?? ""))
  .refine((href) => {
    const url = URL.parse(href);
    return url !== null && !unsafeSchemes.includes(url.protocol) && !href.includes("#") && url.username === "" && url.password === "";
  }, returnUrlMessage)
  // Forms and links have it as the browser writes it.
  .refine((href) => href.length <= maxLength, `must be at most ${maxLength} characters as the browser writes it`)
  .meta({ override: { type: "string", maxLength }, example: "https://staging.example.org/welcome" });
