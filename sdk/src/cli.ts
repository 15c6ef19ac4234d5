#!/usr/bin/env node
import { parseArgs } from "node:util";
import { allOptions, type Command, commands, type globalOptions, type Output, type Values } from "./cli/commands.js";
import { completionScript } from "./cli/completion.js";
import { findConfig } from "./cli/config.js";
import { formatTable, UsageError } from "./cli/terminal.js";
import { Gatehouse, isGatehouseError } from "./index.js";

const allCommands: Record<string, Command> = {
  ...commands,
  completion: {
    summary: "Print the completion of a shell",
    args: "bash|zsh|fish",
    options: {},
    run: async ({ args }) => ({ text: completionScript(args[0] ?? "", allCommands) }),
  },
};

function usage(): string {
  const lines = Object.entries(allCommands).map(([name, { args, summary }]) => [`  gatehouse ${name} ${args}`.trimEnd(), summary]);
  const width = Math.max(...lines.map(([command = ""]) => command.length));
  const list = lines.map(([command = "", summary]) => `${command.padEnd(width)}  ${summary}`).join("\n");
  return `${list}\n\n\`gatehouse <command> --help\` shows its options. The key comes from GATEHOUSE_KEY, or \`gatehouse login\` saves it.`;
}

function commandUsage(name: string, { args, summary, options }: Command): string {
  const lines = Object.entries(allOptions(options)).map(([option, { type, help }]) => [
    `  --${option}${type === "string" ? " …" : ""}`,
    help,
  ]);
  const width = Math.max(...lines.map(([option = ""]) => option.length));
  return `${summary}.\n\nUsage: gatehouse ${name} ${args}\n\n${lines.map(([option = "", help]) => `${option.padEnd(width)}  ${help}`).join("\n")}`;
}

/** Prints what a command returns: as JSON for programs, or as a table for people. */
function print(output: Output, isJson: boolean, isStream: boolean): void {
  if (!output) return;
  if ("text" in output) console.log(output.text);
  else if (isJson) console.log(JSON.stringify(output.data, null, isStream ? undefined : 2));
  else if (isStream)
    console.log(Object.values(output.rows[0] ?? {}).length > 0 ? formatTable(output.rows).split("\n").slice(1).join("\n") : "");
  else console.log(output.rows.length > 0 ? formatTable(output.rows) : "Nothing was found.");
}

async function run(words: string[], signal: AbortSignal): Promise<void> {
  const name = [words.slice(0, 2).join(" "), words[0] ?? ""].find((each) => Object.hasOwn(allCommands, each));
  const command = name === undefined ? undefined : allCommands[name];
  if (!command || name === undefined) {
    if (words.length === 0 || words[0] === "help" || words[0] === "--help") return console.log(usage());
    throw new UsageError(`There is no command like this.\n\n${usage()}`);
  }
  const options = Object.fromEntries(
    Object.entries(allOptions(command.options)).map(([option, { type, multiple = false }]) => [option, { type, multiple }]),
  );
  const { values, positionals } = parse(words.slice(name.split(" ").length), options);
  if (values.help) return console.log(commandUsage(name, command));
  const config = () => findConfig(values.url);
  const connect = async () => new Gatehouse(await config());
  const output = command.run({ connect, config, args: positionals, values, signal });
  if (output instanceof Promise) print(await output, values.json === true, false);
  else for await (const each of output) print(each, values.json === true, true);
}

function parse(args: string[], options: Record<string, { type: "string" | "boolean"; multiple: boolean }>) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { values: values as Values<typeof globalOptions>, positionals };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

const stopping = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stopping.abort());
// `gatehouse leads list | head` ends early.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
try {
  await run(process.argv.slice(2), stopping.signal);
} catch (error) {
  if (stopping.signal.aborted) process.exit(130);
  const fields = isGatehouseError(error)
    ? Object.entries(error.fields).map(([field, messages]) => `\n  ${field}: ${messages.join(" ")}`)
    : [];
  const isKnown =
    isGatehouseError(error) || error instanceof UsageError || error instanceof TypeError || (error instanceof Error && "code" in error);
  console.error(isKnown ? `${(error as Error).message}${fields.join("")}` : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
