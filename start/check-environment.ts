import { checkedEnvironment } from "./environment";

// Imported first, since the log reads the environment as soon as it is imported, and would end in a stack trace where a list helps.
checkedEnvironment();
