import type { z } from "zod";
import type { previewWaveEndpoint, WavePreviewReply } from "@/contract/waves";
import { countCodesLeft, describeCodesLeft, getCodeBatch } from "../codes/batch-codes";
import type { Context } from "../context";
import { describeLocalEmailLinks } from "../email-delivery/local-links";
import { getTransportStatus } from "../email-delivery/transport";
import { listTransportWarnings } from "../sends/warnings";
import { choosePeople } from "./chosen";
import { countSkipped } from "./skipped";

type PreviewInput = z.output<typeof previewWaveEndpoint.body>;

/** How many people a preview names. */
const defaultSampleSize = 20;

/** Returns whom a wave would invite now, with `sampleSize` of their emails, and whom it would skip. Throws `batch_not_found`. */
export async function previewWave(ctx: Context, input: PreviewInput, sampleSize = defaultSampleSize): Promise<WavePreviewReply> {
  const { filter = {}, priority = {} } = input;
  const batch = input.batch === undefined ? null : await getCodeBatch(ctx, input.batch);
  const left = batch ? await countCodesLeft(ctx, batch) : 0;
  const choice = { filter, batch: batch?.isRestricted ? batch.id : null };
  const size = batch ? Math.min(input.size, left) : input.size;
  const [chosen, transport] = await Promise.all([choosePeople(ctx, { ...choice, size, priority, sampleSize }), getTransportStatus(ctx)]);
  const { matching, preferred, invited, first, last, sample } = chosen;
  const batchPreview = batch && describeCodesLeft(batch, left, Math.min(input.size, matching));
  const skipped = await countSkipped(ctx, choice, chosen);
  const toPlace = ({ email, position }: { email: string; position: number }) => ({ email, position });
  const withoutCode = { reason: "no_code_left" as const, count: batchPreview?.withoutCode ?? 0 };
  return {
    matching,
    preferred,
    invited,
    first: first ? toPlace(first) : null,
    last: last ? toPlace(last) : null,
    // Those who stay in line are counted once.
    skipped: [...skipped.filter(({ reason }) => invited > 0 || withoutCode.count === 0 || reason !== "later"), withoutCode].filter(
      ({ count }) => count > 0,
    ),
    sample: sample.map(toPlace),
    warnings: listTransportWarnings(transport, describeLocalEmailLinks()),
    batch: batchPreview,
  };
}
