import type { JobQueue } from "@/db/queue";

/** A job queue that drops everything, for calls of use cases without a worker. */
export const emptyQueue: JobQueue = {
  addDeliveries: async () => {},
  addAccountEmail: async () => {},
  addSignUps: async () => {},
  addBackgroundJob: async () => {},
  addOutboxRemovals: async () => {},
  retryEmailsNow: async () => [],
  close: async () => {},
};
