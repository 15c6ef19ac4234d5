// cspell:ignore Getenv

import type { SampleRequest } from "./request";

const checkError = ["\tif err != nil {", "\t\tlog.Fatal(err)", "\t}"];

/** Writes a text in backticks, in which nothing is escaped, or in double quotes if it contains one. */
const quote = (text: string): string => (text.includes("`") ? JSON.stringify(text) : `\`${text}\``);

/** Returns a program in Go that needs only its standard library. */
export function goSample({ method, url, headers, body, upload, download }: SampleRequest): string {
  const hasKey = headers.some(({ value }) => value === "random key");
  const lines = headers.map(({ name, value }) => {
    if (value === "random key") return `\trequest.Header.Set("${name}", fmt.Sprintf("%x", key))`;
    if (typeof value === "string") return `\trequest.Header.Set("${name}", ${JSON.stringify(value)})`;
    return `\trequest.Header.Set("${name}", ${value.before && `"${value.before}"+`}os.Getenv("${value.variable}"))`;
  });
  const code = [
    "func main() {",
    ...(body ? [`\tbody := strings.NewReader(${quote(JSON.stringify(body, null, 2))})`] : []),
    ...(upload ? [`\tbody, err := os.Open("${upload}")`, ...checkError] : []),
    `\trequest, err := http.NewRequest("${method}", "${url}", ${body || upload ? "body" : "nil"})`,
    ...checkError,
    ...(hasKey ? ["\tkey := make([]byte, 16)", "\tif _, err := rand.Read(key); err != nil {", "\t\tlog.Fatal(err)", "\t}"] : []),
    ...lines,
    "\tresponse, err := http.DefaultClient.Do(request)",
    ...checkError,
    "\tdefer response.Body.Close()",
    ...(download ? ["\tif response.StatusCode != http.StatusOK {", "\t\tlog.Fatal(response.Status)", "\t}"] : []),
    ...(download ? [`\tfile, err := os.Create("${download}")`, ...checkError, "\tdefer file.Close()"] : []),
    `\tif _, err := io.Copy(${download ? "file" : "os.Stdout"}, response.Body); err != nil {`,
    "\t\tlog.Fatal(err)",
    "\t}",
    "}",
  ].join("\n");
  const packages = ["crypto/rand", "fmt", "io", "log", "net/http", "os", "strings"];
  const used = packages.filter((name) => code.includes(`${name.split("/").at(-1)}.`));
  return ["package main", "", "import (", ...used.map((name) => `\t"${name}"`), ")", "", code].join("\n");
}
