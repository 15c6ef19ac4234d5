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

type Values = Record<string, string | boolean | string[] | undefined>;

/** What a command gets. */
type Input = { connect: () => Promise<Gatehouse>; config: () => Promise<Config>; args: string[]; values: Values; signal: AbortSignal };

/** What a command prints: `data` as JSON, or `rows` as a table. `text` is printed as it is. */
export type Output = { data: unknown; rows: Record<string, unknown>[] } | { text: string } | undefined;

export type Option = { type: "string" | "boolean"; multiple?: true; help: string };

export type Command = {
  summary: string;
  /** The arguments, such as `<code>`. */
  args: string;
  options: Record<string, Option>;
  run(input: Input): Promise<Output> | AsyncGenerator<Output>;
};

/** The options of all commands. */
export const globalOptions: Record<string, Option> = {
  json: { type: "boolean", help: "Print JSON" },
  url: { type: "string", help: "Where Gatehouse is. Otherwise GATEHOUSE_URL, or what was saved" },
  help: { type: "boolean", help: "Show this" },
};

const yes: Option = { type: "boolean", help: "Don't ask for a confirmation" };
const string = (help: string): Option => ({ type: "string", help });

/** Reads a whole number. */
function toNumber(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "string" && /^\d{1,10}$/.test(value)) return Number(value);
  throw new UsageError(`${name} must be a whole number.`);
}

function needed(args: readonly string[], index: number, name: string): string {
  const value = args[index];
  if (!value) throw new UsageError(`${name} is missing.`);
  return value;
}

/** Drops what wasn't given. */
const given = <T extends object>(values: T) =>
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

const leadFilters = { q: string("Only leads with this text"), tag: string("Only leads with this tag") };

export const commands: Record<string, Command> = {
  login: {
    summary: "Save where Gatehouse is and a secret key",
    args: "",
    options: {},
    async run({ values }) {
      return { text: `Saved in ${saveConfig(await askConfig(values.url as string | undefined))}` };
    },
  },
  "codes generate": {
    summary: "Generate codes",
    args: "",
    options: {
      amount: string("How many, 1 by default"),
      type: string("creative, alphanumeric or numeric"),
      code: string("A code of your own"),
      pattern: string("Such as SPRING-####"),
      name: string("The name of the batch"),
      "allowed-claims": string("How often each code can be claimed"),
      "valid-until": string("When they expire, such as 2027-01-31T12:00:00Z"),
    },
    async run({ connect, values }) {
      const input = given({
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
  },
  "codes get": {
    summary: "Show a code",
    args: "<code>",
    options: {},
    async run({ connect, args }) {
      const code = await (await connect()).codes.get(needed(args, 0, "The code"));
      return { data: code, rows: [codeRow(code)] };
    },
  },
  "codes send": {
    summary: "Email a code to leads",
    args: "<code> <email>…",
    options: { yes },
    async run({ connect, args, values }) {
      const [code, ...emails] = [needed(args, 0, "The code"), needed(args, 1, "An email"), ...args.slice(2)];
      await confirm(`Send ${code} to ${emails.join(", ")}?`, values.yes === true);
      const sent = await (await connect()).codes.send({ code, emails });
      return {
        data: sent,
        rows: [{ send: sent.sendId, leads: sent.receivedLeads, emails: sent.notifiedLeads, skipped: sent.skipped.length }],
      };
    },
  },
  "codes delete": {
    summary: "Delete a code permanently, with its claims",
    args: "<code>",
    options: { yes },
    async run({ connect, args, values }) {
      const code = needed(args, 0, "The code");
      await confirm(`Delete ${code} permanently, with its claims?`, values.yes === true);
      const deleted = await (await connect()).codes.delete({ code });
      return { data: deleted, rows: [codeRow(deleted)] };
    },
  },
  "leads add": {
    summary: "Add a lead",
    args: "<email>",
    options: {
      firstname: string("The first name"),
      lastname: string("The last name"),
      tag: { type: "string", multiple: true, help: "A tag, as often as you like" },
      waitlist: { type: "boolean", help: "Add the lead to the waitlist" },
    },
    async run({ connect, args, values }) {
      const { firstname, lastname, waitlist } = values as { firstname?: string; lastname?: string; waitlist?: boolean };
      const email = needed(args, 0, "The email");
      const lead = await (await connect()).leads.create(
        given({ email, firstname, lastname, waitlist, tags: values.tag as string[] | undefined }),
      );
      return { data: lead, rows: [leadRow(lead)] };
    },
  },
  "leads list": {
    summary: "List leads, the newest first",
    args: "",
    options: { ...leadFilters, limit: string("How many, 50 by default") },
    async run({ connect, values }) {
      const limit = toNumber("--limit", values.limit) ?? 50;
      const leads: Lead[] = [];
      const input = given({ q: values.q, tag: values.tag, limit: Math.min(limit, 1000) }) as ListLeadsInput;
      for await (const lead of (await connect()).leads.list(input)) {
        if (leads.length >= limit) break;
        leads.push(lead);
      }
      return { data: leads, rows: leads.map(leadRow) };
    },
  },
  "leads import": {
    summary: "Check a file of leads, and import it",
    args: "<file>",
    options: {
      yes,
      waitlist: { type: "boolean", help: "Add them to the waitlist" },
      answer: { type: "string", multiple: true, help: "ID=ANSWER to a question of the check" },
    },
    async run({ connect, args, values, signal }) {
      const file = needed(args, 0, "The file");
      const gatehouse = await connect();
      const upload = await gatehouse.imports.create(createReadStream(file), { name: path.basename(file) });
      const answers = Object.fromEntries(
        ((values.answer as string[] | undefined) ?? []).map((answer) => {
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
  },
  "leads export": {
    summary: "Write leads as a file",
    args: "",
    options: {
      ...leadFilters,
      format: string("csv, xlsx or ndjson. csv by default"),
      output: string("The file. Without it, the terminal"),
    },
    async run({ connect, values }) {
      const input = given({ format: values.format ?? "csv", q: values.q, tag: values.tag }) as ListLeadsFileInput;
      const { body } = await (await connect()).leads.listFile(input);
      const target = values.output ? createWriteStream(values.output as string) : process.stdout;
      if (body) await pipeline(Readable.fromWeb(body as never), target, { end: target !== process.stdout });
      return undefined;
    },
  },
  "waves invite": {
    summary: "Invite the next people in line",
    args: "<number>",
    options: { yes, name: string("The name of the wave") },
    async run({ connect, args, values }) {
      const size = toNumber("The number", needed(args, 0, "The number")) ?? 0;
      const gatehouse = await connect();
      const preview = await gatehouse.waves.preview({ size });
      await confirm(`Invite the next ${preview.invited} in line?`, values.yes === true);
      const wave = await gatehouse.waves.create(given({ size, name: values.name as string | undefined }));
      return { data: wave, rows: [{ wave: wave.id, status: wave.status, invited: preview.invited }] };
    },
  },
  "events follow": {
    summary: "Show what happens",
    args: "",
    options: {
      types: string("Only these types, such as code.claimed,lead.deleted"),
      after: string("Continue after this event. Otherwise from now on"),
    },
    async *run({ connect, values, signal }) {
      const types = (values.types as string | undefined)?.split(",") as EventType[] | undefined;
      const feed = (await connect()).events.follow({ after: (values.after as string | undefined) ?? "now", types, signal });
      for await (const event of feed) {
        const { data } = event;
        const about = "email" in data ? data.email : "code" in data ? data.code : "id" in data ? data.id : "";
        yield { data: event, rows: [{ time: event.timestamp, type: event.type, about, id: event.id }] };
      }
    },
  },
  listen: {
    summary: "Send events to a program on this machine, signed like a webhook",
    args: "",
    options: {
      forward: string("The URL of the program, such as http://localhost:4000/hooks"),
      types: string("Only these types, such as code.claimed,lead.deleted"),
      "skip-missed": { type: "boolean", help: "Start with what happens from now on, instead of after the last event that was sent" },
    },
    async run({ config, values, signal }) {
      const target = needed([values.forward as string], 0, "--forward");
      const { url, key } = await config();
      const types = values.types as string | undefined;
      await listen({
        url,
        key,
        target,
        types,
        skipMissed: values["skip-missed"] === true,
        folder: stateFolder(),
        print: console.log,
        signal,
      });
      return undefined;
    },
  },
};
