/** Whether this is `npm run test:heavy`. */
export const isHeavy = process.env.TEST_SIZE === "heavy";

/** Returns how much of something a test uses: a sample in `npm test`, the full amount in `npm run test:heavy`. */
export const size = <T>(sample: T, full: T): T => (isHeavy ? full : sample);
