export { RetryEmailsButton } from "./retry-button";
