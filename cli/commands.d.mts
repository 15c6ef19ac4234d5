type Command =
  | "start"
  | "web"
  | "worker"
  | "migrate"
  | "build"
  | "demo"
  | "shots"
  | "bench"
  | "test"
  | "test:heavy"
  | "email"
  | "openapi"
  | "derive-words";

/** The arguments for Node of each npm command, relative to the folder of package.json. */
export const commands: Record<Command, string[]>;
