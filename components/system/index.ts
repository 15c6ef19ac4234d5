export { RetryEmailsButton } from "./view";
