import { allOptions, type Command } from "./commands.js";
import { UsageError } from "./terminal.js";

/** Completes commands and options in a shell. The script is static, so that it asks no server. */
export function completionScript(shell: string, commands: Record<string, Command>): string {
  const groups = [...new Set(Object.keys(commands).map((name) => name.split(" ")[0] ?? ""))];
  const words = (group: string) =>
    Object.keys(commands).flatMap((name) => (name.startsWith(`${group} `) ? [name.slice(group.length + 1)] : []));
  const flags = (name: string) => Object.keys(allOptions(commands[name]?.options)).map((option) => `--${option}`);
  const cases = [
    `"") echo "${groups.join(" ")}" ;;`,
    ...groups.map((group) => `"${group}") echo "${(words(group).length > 0 ? words(group) : flags(group)).join(" ")}" ;;`),
    ...Object.keys(commands)
      .filter((name) => name.includes(" "))
      .map((name) => `"${name}") echo "${flags(name).join(" ")}" ;;`),
  ];
  const lookup = `_gatehouse_words() {\n  case "$1" in\n    ${cases.join("\n    ")}\n  esac\n}`;
  switch (shell) {
    case "bash":
      return `${lookup}
_gatehouse() {
  local typed=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
  local words; words=$(_gatehouse_words "\${typed[*]:0:2}")
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _gatehouse gatehouse`;
    case "zsh":
      return `#compdef gatehouse\n${lookup}
_gatehouse() {
  local -a typed; typed=("\${words[@]:1:CURRENT-2}")
  compadd -- \${=$(_gatehouse_words "\${typed[*]:0:2}")} || _files
}
compdef _gatehouse gatehouse`;
    case "fish":
      return Object.entries(commands)
        .flatMap(([name, { summary, options }]) => {
          const [group = "", word] = name.split(" ");
          const seen = word
            ? `__fish_seen_subcommand_from ${group}; and __fish_seen_subcommand_from ${word}`
            : `__fish_seen_subcommand_from ${group}`;
          return [
            ...(word
              ? [
                  `complete -c gatehouse -n "__fish_seen_subcommand_from ${group}; and not __fish_seen_subcommand_from ${words(group).join(" ")}" -f -a ${word} -d "${summary}"`,
                ]
              : []),
            ...Object.entries(allOptions(options)).map(
              ([option, { help }]) => `complete -c gatehouse -n "${seen}" -l ${option} -d "${help.replaceAll('"', "")}"`,
            ),
          ];
        })
        .concat(groups.map((group) => `complete -c gatehouse -n __fish_use_subcommand -f -a ${group}`))
        .join("\n");
    default:
      throw new UsageError("The shell must be bash, zsh or fish.");
  }
}
