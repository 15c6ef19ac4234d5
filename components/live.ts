let isConnected = false;

/** Whether the page hears of changes as they happen. */
export const setLive = (isLive: boolean): void => {
  isConnected = isLive;
};

/** Returns how often to refetch what events tell of, in milliseconds: not at all while the page hears of them. */
export const pollUnlessLive = (interval: number | false): number | false => !isConnected && interval;
