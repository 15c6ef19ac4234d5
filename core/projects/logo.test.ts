import { expect, test } from "vitest";
import { getLogoProblem } from "./logo";

const url = (kind: string, bytes: Buffer) => `data:image/${kind};base64,${bytes.toString("base64")}`;
const svg = (text: string, encoding: BufferEncoding = "utf8") => url("svg+xml", Buffer.from(text, encoding));
const drawn = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${inside}</svg>`;

test.each([
  ["a PNG", url("png", Buffer.from("89504e470d0a1a0a0000000d", "hex"))],
  ["a JPEG", url("jpeg", Buffer.from("ffd8ffe000104a464946", "hex"))],
  ["a WebP", url("webp", Buffer.from("RIFF\x10\0\0\0WEBPVP8 ", "latin1"))],
  ["an SVG", svg(drawn('<title>Gatehouse, est. on=1999</title><path d="M0 0h1v1z" fill="url(#a)"/>'))],
  [
    "an SVG as drawing programs write it",
    svg(`\uFEFF<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "x" "y">\n<!-- made --><svg\nwidth="1"></svg>`),
  ],
  ["an SVG that links within itself", svg(drawn('<use href="#a"/><linearGradient id="a" gradientUnits="userSpaceOnUse"/>'))],
])("%s is a logo", (_, logo) => {
  expect(getLogoProblem(logo)).toBeNull();
});

test.each([
  ["text that says it is a PNG", url("png", Buffer.from("hello there, friend"))],
  ["a PNG that says it is a JPEG", url("jpeg", Buffer.from("89504e470d0a1a0a0000000d", "hex"))],
  ["an SVG that says it is a PNG", url("png", Buffer.from(drawn("")))],
  ["a RIFF that is no WebP", url("webp", Buffer.from("RIFF\x10\0\0\0WAVEfmt ", "latin1"))],
  ["a beginning without the rest", url("jpeg", Buffer.from("ffd8", "hex"))],
  ["a web page", svg("<html><body>hello</body></html>")],
  ["nothing", svg(" ")],
  ["a script", svg(drawn("<script>alert(1)</script>"))],
  ["a script in capitals", svg(drawn("<SCRIPT href='x'/>"))],
  ["a script by another name space", svg(`<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>alert(1)</s:script></s:svg>`)],
  ["a handler", svg(drawn(`<g onload="alert(1)"/>`))],
  ["a handler after a line break", svg(drawn(`<g\nONLOAD = 'alert(1)'/>`))],
  ["a handler right after another attribute", svg(drawn(`<g id="a"onload="alert(1)"/>`))],
  ["an address that runs", svg(drawn(`<a href="javascript:alert(1)"/>`))],
  ["an address that runs, spelled in references", svg(drawn(`<a href="&#x6a;avascript&#58;alert(1)"/>`))],
  ["an address that runs, broken over lines", svg(drawn(`<a href="java\nscript:alert(1)"/>`))],
  ["a page within", svg(drawn("<foreignObject><body/></foreignObject>"))],
  ["an entity", svg(`<!DOCTYPE svg [<!ENTITY x "<script/>">]>${drawn("&x;")}`)],
  ["a style sheet that would make a page of it", svg(`<?xml-stylesheet type="text/xsl" href="#a"?>${drawn("")}`)],
  ["another encoding, which would hide all that", svg(drawn("<script/>"), "utf16le")],
])("%s is none", (_, logo) => {
  expect(getLogoProblem(logo)).toEqual(expect.any(String));
});
