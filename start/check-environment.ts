import { requireEnvironment } from "./environment";

// Import this first: the logger reads the environment when it is imported and would fail with a stack trace.
requireEnvironment();
