import type { BenchEnvironment } from "./environment";
import { formatNumber, formatPercent, formatRate, measureInTurns, median, medianRatio, type ReportRow } from "./measure";
import { generateCode, insertLeads } from "./sample-data";
import type { SinkReport } from "./smtp-sink";

const messageCount = 3000;
const rounds = 5;
const target = 0.6;

/** Measures how many emails per second the worker delivers to an SMTP server, compared with nodemailer's pool alone. */
export async function measureDeliveries(bench: BenchEnvironment): Promise<ReportRow[]> {
  bench.log(`Deliveries: ${rounds} rounds of ${formatNumber(messageCount)} emails, 10 connections`);
  const { sql } = bench;
  const emails = (await insertLeads(bench, messageCount)).slice(0, messageCount);
  const code = await generateCode(bench);
  const sinkProcess = await bench.startProcess("smtp-sink");
  const { port } = await sinkProcess.request<SinkReport>({ count: 0 });
  const mailerProcess = await bench.startProcess("nodemailer-client");
  const worker = await bench.startWorker(`smtp://127.0.0.1:${port}`);

  const sizes = { worker: 0, nodemailer: 0 };
  const countDeliveries = async (sender: keyof typeof sizes, send: () => Promise<unknown>) => {
    const count = sinkProcess.request<SinkReport>({ count: messageCount });
    await send();
    const { received, bytes, perSecond } = await count;
    if (received !== messageCount) throw new Error(`${received} of ${messageCount} emails arrived`);
    sizes[sender] = bytes / received;
    return perSecond;
  };
  const sendByWorker = async () => {
    await sql`checkpoint`;
    const rate = await countDeliveries("worker", () => bench.post("/api/codes/send", { code, emails }));
    while ((await sql`select from deliveries where status <> 'sent' limit 1`).length > 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    await sql`truncate sends, deliveries`;
    return rate;
  };
  const sendByNodemailer = () => countDeliveries("nodemailer", () => mailerProcess.request({ port, count: messageCount, code }));
  await sendByWorker();
  await sendByNodemailer();
  const results = await measureInTurns({ worker: sendByWorker, nodemailer: sendByNodemailer }, rounds, bench.log);
  await worker.stop();

  const ratio = medianRatio(results.worker, results.nodemailer);
  return [
    {
      title: "Emails delivered by the worker, compared with nodemailer's pool alone",
      measured: formatRate(median(results.worker)),
      baseline: formatRate(median(results.nodemailer)),
      ratio,
      target: { label: `≥ ${formatPercent(target)}`, isMet: ratio >= target },
      note: `emails of ${formatNumber(sizes.worker)} and ${formatNumber(sizes.nodemailer)} bytes, 10 connections`,
    },
  ];
}
