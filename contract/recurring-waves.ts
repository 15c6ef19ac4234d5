import * as z from "zod";
import { endpoint } from "./endpoint";
import { exampleWave, WaveRecord, waveParams } from "./waves";

const exampleRecurring: WaveRecord = {
  ...exampleWave,
  name: "20 every weekday",
  status: "recurring",
  size: 20,
  repeat: { weekdays: ["monday", "tuesday", "wednesday", "thursday", "friday"], time: "09:00", total: 500, remaining: 400 },
  invited: 100,
  scheduledAt: "2026-11-24T09:00:00.000Z",
};

export const pauseWaveEndpoint = endpoint({
  method: "POST",
  path: "/waves/:id/pause",
  tag: "Waves",
  summary: "Pause a recurring wave",
  description: "Invites no one until the wave is resumed. Pausing it again changes nothing.",
  access: ["secret_key", "member"],
  params: waveParams,
  body: z.strictObject({}),
  reply: WaveRecord,
  errors: ["wave_not_found", "wave_not_recurring"],
  example: { params: { id: exampleWave.id }, body: {}, reply: { ...exampleRecurring, status: "paused", scheduledAt: null } },
});

export const resumeWaveEndpoint = endpoint({
  method: "POST",
  path: "/waves/:id/resume",
  tag: "Waves",
  summary: "Resume a recurring wave",
  description: "Continues at the next of its times. Times that passed during the pause are skipped. Resuming it again changes nothing.",
  access: ["secret_key", "member"],
  params: waveParams,
  body: z.strictObject({}),
  reply: WaveRecord,
  errors: ["wave_not_found", "wave_not_recurring"],
  example: { params: { id: exampleWave.id }, body: {}, reply: exampleRecurring },
});

export const endWaveEndpoint = endpoint({
  method: "POST",
  path: "/waves/:id/end",
  tag: "Waves",
  summary: "End a recurring wave",
  description:
    "Invites no one else, and passes no more places on. The invitations that were sent stay valid. Ending it again changes nothing.",
  access: ["secret_key", "member"],
  params: waveParams,
  body: z.strictObject({}),
  reply: WaveRecord,
  errors: ["wave_not_found", "wave_not_recurring"],
  example: { params: { id: exampleWave.id }, body: {}, reply: { ...exampleRecurring, status: "ended", scheduledAt: null } },
});
