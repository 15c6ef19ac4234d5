/** The arguments for Node of the npm commands that other processes start, relative to the folder of package.json. */
export const commands: Record<"start" | "demo" | "web" | "worker" | "migrate" | "build" | "test:faults", string[]>;
