import { allOptions, type Command } from "./commands.js";
import { UsageError } from "./terminal.js";

type Commands = Record<string, Command>;

/** The first words of the commands. */
const listGroups = (commands: Commands): string[] => [...new Set(Object.keys(commands).map((name) => name.split(" ")[0] ?? ""))];

/** The second words of the commands that begin with a word. */
const listWords = (commands: Commands, group: string): string[] =>
  Object.keys(commands).flatMap((name) => (name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : []));

/** A shell function that prints what can come after the words of its argument. */
function lookup(commands: Commands): string {
  const groups = listGroups(commands);
  const flags = (name: string) => Object.keys(allOptions(commands[name]?.options)).map((option) => `--${option}`);
  const cases = [
    `"") echo "${groups.join(" ")}" ;;`,
    ...groups.map((group) => {
      const words = listWords(commands, group);
      return `"${group}") echo "${(words.length > 0 ? words : flags(group)).join(" ")}" ;;`;
    }),
    ...Object.keys(commands)
      .filter((name) => name.includes(" "))
      .map((name) => `"${name}") echo "${flags(name).join(" ")}" ;;`),
  ];
  return `_gatehouse_words() {\n  case "$1" in\n    ${cases.join("\n    ")}\n  esac\n}`;
}

const bashScript = (commands: Commands): string => `${lookup(commands)}
_gatehouse() {
  local typed=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
  local words; words=$(_gatehouse_words "\${typed[*]:0:2}")
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _gatehouse gatehouse`;

const zshScript = (commands: Commands): string => `#compdef gatehouse\n${lookup(commands)}
_gatehouse() {
  local -a typed; typed=("\${words[@]:1:CURRENT-2}")
  compadd -- \${=$(_gatehouse_words "\${typed[*]:0:2}")} || _files
}
compdef _gatehouse gatehouse`;

function fishScript(commands: Commands): string {
  const complete = (condition: string, rest: string) => `complete -c gatehouse -n ${condition} ${rest}`;
  const lines = Object.entries(commands).flatMap(([name, { summary, options }]) => {
    const [group = "", word] = name.split(" ");
    const seen = name.split(" ").map((each) => `__fish_seen_subcommand_from ${each}`);
    const unseen = `not __fish_seen_subcommand_from ${listWords(commands, group).join(" ")}`;
    return [
      ...(word ? [complete(`"${seen[0]}; and ${unseen}"`, `-f -a ${word} -d "${summary}"`)] : []),
      ...Object.entries(allOptions(options)).map(([option, { help }]) =>
        complete(`"${seen.join("; and ")}"`, `-l ${option} -d "${help.replaceAll('"', "")}"`),
      ),
    ];
  });
  return [...lines, ...listGroups(commands).map((group) => complete("__fish_use_subcommand", `-f -a ${group}`))].join("\n");
}

const scripts: Readonly<Record<string, (commands: Commands) => string>> = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Completes commands and options in a shell. The script is static, so that it asks no server. */
export function completionScript(shell: string, commands: Commands): string {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (!script) throw new UsageError("The shell must be bash, zsh or fish.");
  return script(commands);
}
