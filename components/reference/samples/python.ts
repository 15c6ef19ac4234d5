// cspell:ignore urlopen shutil copyfileobj

import { literal, type Syntax } from "./literal";
import type { SampleRequest } from "./request";

const syntax: Syntax = {
  indent: "    ",
  // A string of JSON is one of Python.
  string: (text) => JSON.stringify(text),
  key: (name) => JSON.stringify(name),
  null: "None",
  true: "True",
  false: "False",
  brackets: () => ["{", "}"],
  separator: ": ",
  emptyObject: "{}",
};

/** Returns a program in Python that needs only its standard library. */
export function pythonSample({ method, url, headers, body, upload, download, isStream }: SampleRequest): string {
  const lines = headers.map(({ name, value }) => {
    if (value === "random key") return `"${name}": str(uuid.uuid4()),`;
    if (typeof value === "string") return `"${name}": ${JSON.stringify(value)},`;
    return `"${name}": ${value.before && `"${value.before}" + `}os.environ["${value.variable}"],`;
  });
  const code = [
    "request = Request(",
    `    "${url}",`,
    `    method="${method}",`,
    ...(lines.length > 0 ? ["    headers={", ...lines.map((line) => `        ${line}`), "    },"] : []),
    ...(body ? [`    data=json.dumps(${literal(body, syntax, 1)}).encode(),`] : []),
    ...(upload ? [`    data=open("${upload}", "rb"),`] : []),
    ")",
    "try:",
    ...(download
      ? [`    with urlopen(request) as response, open("${download}", "wb") as file:`, "        shutil.copyfileobj(response, file)"]
      : isStream
        ? [
            "    with urlopen(request) as response:",
            "        for line in response:",
            '            print(line.decode(), end="", flush=True)',
          ]
        : ["    with urlopen(request) as response:", '        print(json.load(response)["data"])']),
    "except HTTPError as error:",
    "    print(error.code, error.read().decode())",
  ].join("\n");
  const modules = ["json", "os", "shutil", "uuid"].filter((name) => code.includes(`${name}.`));
  return [
    ...modules.map((name) => `import ${name}`),
    "from urllib.error import HTTPError",
    "from urllib.request import Request, urlopen",
    "",
    code,
  ].join("\n");
}
