export { RetryEmailsButton } from "./system-view";
