export {
  dismissJob,
  dismissUndo,
  hasEnded,
  intervalForCounting,
  isJobNotFound,
  jobQuery,
  refetchAllButJobs,
  showJobResult,
  useJobMutation,
  useRecovery,
  useShowJobOnPage,
  watchJob,
} from "./api";
export { describeJobResult, jobProgressLabel } from "./labels";
export { CancelJobButton, JobsPanel, useRefreshWhenJobEnds } from "./panel";
export { isQueueing, QueueingStatus } from "./queueing-status";
