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

/** An address to return to: of a website, or of an app with a scheme of its own. Like the browser writes it. */
export const ReturnUrl = singleLineText(300)
  .pipe(z.string().transform((text) => URL.parse(text)?.href ?? ""))
  .refine((href) => {
    const url = URL.parse(href);
    return url !== null && !unsafeSchemes.includes(url.protocol) && url.hash === "" && url.username === "" && url.password === "";
  }, returnUrlMessage)
  .meta({ override: { type: "string", maxLength: 300 }, example: "https://staging.example.org/welcome" });
