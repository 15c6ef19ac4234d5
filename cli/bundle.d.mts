export function bundleIfNeeded(root: string): Promise<void>;
