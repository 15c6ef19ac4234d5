import { expect, test } from "vitest";
import { getLogoProblem } from "./logo";

const url = (kind: string, bytes: Buffer) => `data:image/${kind};base64,${bytes.toString("base64")}`;
const svg = (text: string, encoding: BufferEncoding = "utf8") => url("svg+xml", Buffer.from(text, encoding));
const createSvg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${content}</svg>`;

test.each([
  ["a PNG", url("png", Buffer.from("89504e470d0a1a0a0000000d", "hex"))],
  ["a JPEG", url("jpeg", Buffer.from("ffd8ffe000104a464946", "hex"))],
  ["a WebP", url("webp", Buffer.from("RIFF\x10\0\0\0WEBPVP8 ", "latin1"))],
  ["an SVG", svg(createSvg('<title>Gatehouse, est. on=1999</title><path d="M0 0h1v1z" fill="url(#a)"/>'))],
  ["an SVG from a drawing program", svg(`\uFEFF<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "x" "y">\n<!-- made --><svg\nwidth="1"></svg>`)],
  ["an SVG with internal links", svg(createSvg('<use href="#a"/><linearGradient id="a" gradientUnits="userSpaceOnUse"/>'))],
])("accepts %s", (_, logo) => {
  expect(getLogoProblem(logo)).toBeNull();
});

test.each([
  ["text declared as PNG", url("png", Buffer.from("hello there, friend"))],
  ["a PNG declared as JPEG", url("jpeg", Buffer.from("89504e470d0a1a0a0000000d", "hex"))],
  ["an SVG declared as PNG", url("png", Buffer.from(createSvg("")))],
  ["a RIFF file that isn't a WebP", url("webp", Buffer.from("RIFF\x10\0\0\0WAVEfmt ", "latin1"))],
  ["an incomplete signature", url("jpeg", Buffer.from("ffd8", "hex"))],
  ["a web page", svg("<html><body>hello</body></html>")],
  ["an empty file", svg(" ")],
  ["a script", svg(createSvg("<script>alert(1)</script>"))],
  ["a script in upper case", svg(createSvg("<SCRIPT href='x'/>"))],
  ["a script with a namespace prefix", svg(`<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>alert(1)</s:script></s:svg>`)],
  ["an event handler", svg(createSvg(`<g onload="alert(1)"/>`))],
  ["an event handler after a line break", svg(createSvg(`<g\nONLOAD = 'alert(1)'/>`))],
  ["an event handler right after another attribute", svg(createSvg(`<g id="a"onload="alert(1)"/>`))],
  ["a javascript: URL", svg(createSvg(`<a href="javascript:alert(1)"/>`))],
  ["a javascript: URL with character references", svg(createSvg(`<a href="&#x6a;avascript&#58;alert(1)"/>`))],
  ["a javascript: URL with a line break", svg(createSvg(`<a href="java\nscript:alert(1)"/>`))],
  ["an embedded page", svg(createSvg("<foreignObject><body/></foreignObject>"))],
  ["an entity", svg(`<!DOCTYPE svg [<!ENTITY x "<script/>">]>${createSvg("&x;")}`)],
  ["a stylesheet", svg(`<?xml-stylesheet type="text/xsl" href="#a"?>${createSvg("")}`)],
  ["another encoding, which could hide a script", svg(createSvg("<script/>"), "utf16le")],
])("rejects %s", (_, logo) => {
  expect(getLogoProblem(logo)).toEqual(expect.any(String));
});
