export {
  dismissJob,
  hasEnded,
  isJobNotFound,
  jobQuery,
  showJobResult,
  useJobMutation,
  useRecoverySentence,
  useShowJobOnPage,
  watchJob,
} from "./api";
export { describeJobResult, jobProgressLabel } from "./labels";
export { CancelJobButton, JobsPanel, useRefreshWhenJobEnds } from "./panel";
