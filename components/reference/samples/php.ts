// cspell:ignore getenv setopt CURLOPT fopen CUSTOMREQUEST HTTPHEADER POSTFIELDS FAILONERROR RETURNTRANSFER INFILE

import { literal, type Syntax } from "./literal";
import type { SampleRequest } from "./request";

/** Single quotes take all but themselves and backslashes literally. */
const quote = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;

const escapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Control characters need double quotes, in which `$` starts a variable. */
const string = (text: string): string =>
  /\p{Cc}/u.test(text)
    ? `"${text
        .replace(/[\\"$]/g, "\\$&")
        .replace(/\p{Cc}/gu, (character) => escapes[character] ?? `\\u{${character.charCodeAt(0).toString(16)}}`)}"`
    : quote(text);

const syntax: Syntax = {
  indent: "    ",
  string,
  key: string,
  null: "null",
  true: "true",
  false: "false",
  // PHP takes an array with the keys 0, 1, 2 for a list.
  brackets: (names) => [names.every((name, index) => name === String(index)) ? "(object) [" : "[", "]"],
  separator: " => ",
  emptyObject: "new stdClass()",
};

/** Returns a program in PHP with its extension curl. */
export function phpSample({ method, url, headers, body, upload, download, isStream }: SampleRequest): string {
  const lines = headers.map(({ name, value }) => {
    if (value === "random key") return `'${name}: ' . bin2hex(random_bytes(16)),`;
    if (typeof value === "string") return `${quote(`${name}: ${value}`)},`;
    return `'${name}: ${value.before}' . getenv('${value.variable}'),`;
  });
  return [
    "<?php",
    `$curl = curl_init('${url}');`,
    "curl_setopt_array($curl, [",
    ...(upload ? ["    CURLOPT_UPLOAD => true,", `    CURLOPT_INFILE => fopen('${upload}', 'rb'),`] : []),
    ...(method === "GET" ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    ...(lines.length > 0 ? ["    CURLOPT_HTTPHEADER => [", ...lines.map((line) => `        ${line}`), "    ],"] : []),
    ...(body ? [`    CURLOPT_POSTFIELDS => json_encode(${literal(body, syntax, 1)}),`] : []),
    ...(download ? [`    CURLOPT_FILE => fopen('${download}', 'wb'),`, "    CURLOPT_FAILONERROR => true,"] : []),
    ...(download || isStream ? [] : ["    CURLOPT_RETURNTRANSFER => true,"]),
    "]);",
    "$reply = curl_exec($curl);",
    "if ($reply === false) {",
    "    exit(curl_error($curl));",
    "}",
    ...(download || isStream ? [] : ["print_r(json_decode($reply, true));"]),
  ].join("\n");
}
