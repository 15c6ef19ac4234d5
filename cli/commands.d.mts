/** The arguments for Node of each npm command, relative to the folder of package.json. */
export const commands: Record<"start" | "web" | "worker" | "migrate" | "demo" | "shots" | "bench" | "test" | "build" | "email", string[]>;
