import { figure, median, percent, perSecond, type Row, ratioOf, takeTurns } from "./measure";
import { makeLeads, oneCode } from "./send";
import type { Taken } from "./sink";
import type { Stage } from "./stage";

const messages = 3000;
const rounds = 5;
const target = 0.6;

/** Messages a second that reach a mail server from the worker, against nodemailer's pool alone sending the same message. */
export async function mail(stage: Stage): Promise<Row[]> {
  stage.say(`Mail: ${rounds} rounds of ${figure(messages)} messages, 10 connections`);
  const { sql } = stage;
  const emails = (await makeLeads(stage, messages)).slice(0, messages);
  const code = await oneCode(stage);
  const sink = await stage.helper("sink");
  const { port } = await sink.ask<Taken>({ count: 0 });
  const mailer = await stage.helper("mailer");
  stage.worker(`smtp://127.0.0.1:${port}`);

  const sizes = { worker: 0, nodemailer: 0 };
  const counted = async (who: keyof typeof sizes, send: () => Promise<unknown>) => {
    const counting = sink.ask<Taken>({ count: messages });
    await send();
    const { taken, bytes, perSecond } = await counting;
    if (taken !== messages) throw new Error(`${taken} of ${messages} messages arrived`);
    sizes[who] = bytes / taken;
    return perSecond;
  };
  const worker = async () => {
    await sql`checkpoint`;
    const rate = await counted("worker", () => stage.call("/api/codes/send", { code, emails }));
    while ((await sql`select from deliveries where status <> 'sent' limit 1`).length > 0) await new Promise((next) => setTimeout(next, 20));
    await sql`truncate sends, deliveries`;
    return rate;
  };
  const nodemailer = () => counted("nodemailer", () => mailer.ask({ port, count: messages, code }));
  await worker();
  await nodemailer();
  const measured = await takeTurns({ worker, nodemailer }, rounds, stage.say);

  const ratio = ratioOf(measured.worker, measured.nodemailer);
  return [
    {
      name: "Mail sent by the worker, against nodemailer's pool alone",
      ours: perSecond(median(measured.worker)),
      against: perSecond(median(measured.nodemailer)),
      ratio,
      target: { said: `≥ ${percent(target)}`, met: ratio >= target },
      note: `messages of ${figure(sizes.worker)} and ${figure(sizes.nodemailer)} bytes, 10 connections`,
    },
  ];
}
