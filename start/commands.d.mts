/** What Node is given to run each task, from the folder of package.json. */
export const tasks: Record<"start" | "web" | "worker" | "migrate" | "demo" | "shots" | "bench" | "test" | "build" | "email", string[]>;
