export { hasEnded, intervalForCounting, isJobNotFound, jobQuery } from "./job-query";
export { describeJobResult, jobProgressLabel } from "./labels";
export { CancelJobButton, JobsPanel, useRefreshWhenJobEnds } from "./panel";
export { isQueueing, QueueingStatus } from "./queueing-status";
export { describeRecovery, dismissUndo, useJobMutation } from "./use-job-mutation";
export { dismissJob, useShowJobOnPage, watchJob } from "./watched-jobs";
