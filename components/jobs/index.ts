export { dismissJob, hasEnded, isJobNotFound, jobQuery, showJobResult, useJobMutation, useShowJobOnPage, watchJob } from "./api";
export { describeJobResult, jobProgressLabel } from "./labels";
export { CancelJobButton, JobsPanel, useRefreshWhenJobEnds } from "./panel";
