import { createReadStream, createWriteStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Code, EventType, Gatehouse, GenerateCodesInput, Import, Lead, ListLeadsFileInput, ListLeadsInput } from "../index.js";
import { askConfig, type Config, saveConfig } from "./config.js";
import { listen } from "./listen.js";
import { stateFolder } from "./listen-state.js";
import { confirm, UsageError } from "./terminal.js";

/** The values of options. One that can be given more than once has a list. */
export type Values<Options extends Record<string, Option>> = {
  [Name in keyof Options]?: Options[Name] extends { type: "boolean" }
    ? boolean
    : Options[Name] extends { multiple: true }
      ? string[]
      : string;
};

/** What a command gets. */
type Input<Options extends Record<string, Option>> = {
  connect: () => Promise<Gatehouse>;
  config: () => Promise<Config>;
  args: string[];
  values: Values<Options & typeof globalOptions>;
  signal: AbortSignal;
};

/** What a command prints: `data` as JSON, or `rows` as a table. `text` is printed as it is. */
export type Output = { data: unknown; rows: Record<string, unknown>[] } | { text: string } | undefined;

export type Option = { type: "string" | "boolean"; multiple?: true; help: string };

export type Command<Options extends Record<string, Option> = Record<string, Option>> = {
  summary: string;
  /** The arguments, such as `<code>`. */
  args: string;
  options: Options;
  run(input: Input<Options>): Promise<Output> | AsyncGenerator<Output>;
};

/** Declares a command, whose values have the types of its options. */
const command = <const Options extends Record<string, Option>>(value: Command<Options>): Command => value as Command;

const text = (help: string) => ({ type: "string", help }) as const;
const texts = (help: string) => ({ type: "string", multiple: true, help }) as const;
const flag = (help: string) => ({ type: "boolean", help }) as const;

/** The options of all commands. */
export const globalOptions = {
  json: flag("Print JSON"),
  url: text("Where Gatehouse is. Otherwise GATEHOUSE_URL, or what was saved"),
  help: flag("Show this"),
};

/** The options of a command, with those of all commands. */
export const allOptions = (options: Record<string, Option> = {}): Record<string, Option> => ({ ...options, ...globalOptions });

const yes = flag("Don't ask for a confirmation");

/** Reads a whole number. */
function toNumber(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,10}$/.test(value)) return Number(value);
  throw new UsageError(`${name} must be a whole number.`);
}

function requireValue(value: string | undefined, name: string): string {
  if (!value) throw new UsageError(`${name} is missing.`);
  return value;
}

const withoutUndefined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> };

const codeRow = ({ code, status, claims, allowedClaims, reservedFor, validUntil }: Code) => ({
  code,
  status,
  claims: `${claims}/${allowedClaims ?? "∞"}`,
  "reserved for": reservedFor,
  "valid until": validUntil,
});
const leadRow = ({ email, firstname, lastname, status, waitlistStatus, createdAt }: Lead) => ({
  email,
  name: [firstname, lastname].filter(Boolean).join(" "),
  status,
  waitlist: waitlistStatus,
  created: createdAt,
});

/** Waits until an import isn't in progress any more. */
async function finishImport(gatehouse: Gatehouse, started: Import, signal: AbortSignal): Promise<Import> {
  let current = started;
  while (["checking", "running"].includes(current.status)) {
    await sleep(500, undefined, { signal });
    current = await gatehouse.imports.get(current.id, { signal });
  }
  if (current.status === "failed") throw new UsageError(current.error ?? "The import failed.");
  return current;
}

const leadFilters = { q: text("Only leads with this text"), tag: text("Only leads with this tag") };

export const commands: Record<string, Command> = {
  login: command({
    summary: "Save where Gatehouse is and a secret key",
    args: "",
    options: {},
    async run({ values }) {
      return { text: `Saved in ${saveConfig(await askConfig(values.url))}` };
    },
  }),
  "codes generate": command({
    summary: "Generate codes",
    args: "",
    options: {
      amount: text("How many, 1 by default"),
      type: text("creative, alphanumeric or numeric"),
      code: text("A code of your own"),
      pattern: text("Such as SPRING-####"),
      name: text("The name of the batch"),
      "allowed-claims": text("How often each code can be claimed"),
      "valid-until": text("When they expire, such as 2027-01-31T12:00:00Z"),
    },
    async run({ connect, values }) {
      const input = withoutUndefined({
        amount: toNumber("--amount", values.amount) ?? (values.code === undefined ? 1 : undefined),
        type: values.type,
        code: values.code,
        pattern: values.pattern,
        name: values.name,
        allowedClaims: toNumber("--allowed-claims", values["allowed-claims"]),
        validUntil: values["valid-until"],
      }) as GenerateCodesInput;
      const codes = await (await connect()).codes.generate(input);
      return { data: codes, rows: codes.map(codeRow) };
    },
  }),
  "codes get": command({
    summary: "Show a code",
    args: "<code>",
    options: {},
    async run({ connect, args }) {
      const code = await (await connect()).codes.get(requireValue(args[0], "The code"));
      return { data: code, rows: [codeRow(code)] };
    },
  }),
  "codes send": command({
    summary: "Email a code to leads",
    args: "<code> <email>…",
    options: { yes },
    async run({ connect, args, values }) {
      const [code, ...emails] = [requireValue(args[0], "The code"), requireValue(args[1], "An email"), ...args.slice(2)];
      await confirm(`Send ${code} to ${emails.join(", ")}?`, values.yes === true);
      const sent = await (await connect()).codes.send({ code, emails });
      return {
        data: sent,
        rows: [{ send: sent.sendId, leads: sent.receivedLeads, emails: sent.notifiedLeads, skipped: sent.skipped.length }],
      };
    },
  }),
  "codes delete": command({
    summary: "Delete a code permanently, with its claims",
    args: "<code>",
    options: { yes },
    async run({ connect, args, values }) {
      const code = requireValue(args[0], "The code");
      await confirm(`Delete ${code} permanently, with its claims?`, values.yes === true);
      const deleted = await (await connect()).codes.delete({ code });
      return { data: deleted, rows: [codeRow(deleted)] };
    },
  }),
  "leads add": command({
    summary: "Add a lead",
    args: "<email>",
    options: {
      firstname: text("The first name"),
      lastname: text("The last name"),
      tag: texts("A tag, as often as you like"),
      waitlist: flag("Add the lead to the waitlist"),
    },
    async run({ connect, args, values }) {
      const { firstname, lastname, waitlist, tag: tags } = values;
      const email = requireValue(args[0], "The email");
      const lead = await (await connect()).leads.create(withoutUndefined({ email, firstname, lastname, waitlist, tags }));
      return { data: lead, rows: [leadRow(lead)] };
    },
  }),
  "leads list": command({
    summary: "List leads, the newest first",
    args: "",
    options: { ...leadFilters, limit: text("How many, 50 by default") },
    async run({ connect, values }) {
      const limit = toNumber("--limit", values.limit) ?? 50;
      const leads: Lead[] = [];
      const input = withoutUndefined({ q: values.q, tag: values.tag, limit: Math.min(limit, 1000) }) as ListLeadsInput;
      for await (const lead of (await connect()).leads.list(input)) {
        if (leads.length >= limit) break;
        leads.push(lead);
      }
      return { data: leads, rows: leads.map(leadRow) };
    },
  }),
  "leads import": command({
    summary: "Check a file of leads, and import it",
    args: "<file>",
    options: {
      yes,
      waitlist: flag("Add them to the waitlist"),
      answer: texts("ID=ANSWER to a question of the check"),
    },
    async run({ connect, args, values, signal }) {
      const file = requireValue(args[0], "The file");
      const gatehouse = await connect();
      const upload = await gatehouse.imports.create(createReadStream(file), { name: path.basename(file) });
      const answers = Object.fromEntries(
        (values.answer ?? []).map((answer) => {
          const at = answer.lastIndexOf("=");
          if (at < 1) throw new UsageError("--answer must be the ID of a question, = and the answer.");
          return [answer.slice(0, at), answer.slice(at + 1)];
        }),
      );
      const check = await gatehouse.imports.check(upload.id, {
        mapping: upload.suggestedMapping,
        answers,
        ...(values.waitlist === true && { waitlist: "all" as const }),
      });
      const { counts } = await finishImport(gatehouse, check, signal);
      const found = `New leads: ${counts?.new ?? 0}, existing: ${counts?.existing ?? 0}, invalid rows: ${counts?.invalid ?? 0}.`;
      await confirm(`${found} Import the file?`, values.yes === true);
      const done = await finishImport(gatehouse, await gatehouse.imports.run(upload.id), signal);
      return { data: done, rows: [{ import: done.id, status: done.status, ...done.result }] };
    },
  }),
  "leads export": command({
    summary: "Write leads as a file",
    args: "",
    options: {
      ...leadFilters,
      format: text("csv, xlsx or ndjson. csv by default"),
      output: text("The file. Without it, the terminal"),
    },
    async run({ connect, values }) {
      const input = withoutUndefined({ format: values.format ?? "csv", q: values.q, tag: values.tag }) as ListLeadsFileInput;
      const { body } = await (await connect()).leads.listFile(input);
      const target = values.output ? createWriteStream(values.output) : process.stdout;
      if (body) await pipeline(Readable.fromWeb(body as never), target, { end: target !== process.stdout });
      return undefined;
    },
  }),
  "waves invite": command({
    summary: "Invite the next people in line",
    args: "<number>",
    options: { yes, name: text("The name of the wave") },
    async run({ connect, args, values }) {
      const size = toNumber("The number", requireValue(args[0], "The number")) ?? 0;
      const gatehouse = await connect();
      const preview = await gatehouse.waves.preview({ size });
      await confirm(`Invite the next ${preview.invited} in line?`, values.yes === true);
      const wave = await gatehouse.waves.create(withoutUndefined({ size, name: values.name }));
      return { data: wave, rows: [{ wave: wave.id, status: wave.status, invited: preview.invited }] };
    },
  }),
  "events follow": command({
    summary: "Show what happens",
    args: "",
    options: {
      types: text("Only these types, such as code.claimed,lead.deleted"),
      after: text("Continue after this event. Otherwise from now on"),
    },
    async *run({ connect, values, signal }) {
      const types = values.types?.split(",") as EventType[] | undefined;
      const feed = (await connect()).events.follow({ after: values.after ?? "now", types, signal });
      for await (const event of feed) {
        const { data } = event;
        const about = "email" in data ? data.email : "code" in data ? data.code : "id" in data ? data.id : "";
        yield { data: event, rows: [{ time: event.timestamp, type: event.type, about, id: event.id }] };
      }
    },
  }),
  listen: command({
    summary: "Send events to a program on this machine, signed like a webhook",
    args: "",
    options: {
      forward: text("The URL of the program, such as http://localhost:4000/hooks"),
      types: text("Only these types, such as code.claimed,lead.deleted"),
      "skip-missed": flag("Start with what happens from now on, instead of after the last event that was sent"),
    },
    async run({ config, values, signal }) {
      const target = requireValue(values.forward, "--forward");
      const { types, "skip-missed": skipMissed } = values;
      await listen({ ...(await config()), target, types, skipMissed, folder: stateFolder(), print: console.log, signal });
      return undefined;
    },
  }),
};
