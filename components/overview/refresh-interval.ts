import { pollUnlessLive } from "@/components/live";

// Milliseconds. A request for outdated stats makes the server compute them again, so the next answer is worth fetching soon.
const fastRefreshInterval = 5_000;
const refreshInterval = 30_000;

type StatsQuery = { state: { data: { asOf: string } | undefined; dataUpdatedAt: number } };

/** Returns when to refetch stats, in milliseconds. */
export const getRefreshInterval = ({ state: { data, dataUpdatedAt } }: StatsQuery): number | false =>
  data !== undefined && dataUpdatedAt - Date.parse(data.asOf) > 2 * fastRefreshInterval
    ? fastRefreshInterval
    : pollUnlessLive(refreshInterval);
