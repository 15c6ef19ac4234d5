import type { z } from "zod";
import type { previewWaveEndpoint, WavePreviewReply } from "@/contract/wave-preview";
import type { Context } from "../context";
import { getTransportStatus } from "../email-delivery/transport";
import { listTransportWarnings } from "../sends/warnings";
import { choosePeople } from "./chosen";
import { countSkipped } from "./skipped";

type PreviewInput = z.output<typeof previewWaveEndpoint.body>;

/** How many people a preview names. */
const sampleSize = 20;

/** Returns whom a wave would invite now, and whom it would skip. */
export async function previewWave(ctx: Context, { size, filter = {}, priority = {} }: PreviewInput): Promise<WavePreviewReply> {
  const [chosen, transport] = await Promise.all([choosePeople(ctx, { size, filter, priority, sampleSize }), getTransportStatus(ctx)]);
  const { matching, preferred, invited, first, last, sample } = chosen;
  const skipped = await countSkipped(ctx, filter, chosen);
  const toPlace = ({ email, position }: { email: string; position: number }) => ({ email, position });
  return {
    ...{ matching, preferred, invited },
    first: first ? toPlace(first) : null,
    last: last ? toPlace(last) : null,
    skipped: skipped.filter(({ count }) => count > 0),
    sample: sample.map(toPlace),
    warnings: listTransportWarnings(transport),
  };
}
