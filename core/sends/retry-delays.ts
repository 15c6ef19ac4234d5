/** The delay after each failed attempt, in seconds: about 32 hours in total. After the last one the delivery has failed. */
export const retryDelaySeconds = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 57_600] as const;
