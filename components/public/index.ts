export { claimMessages, claimPageText, joinMessages, joinPageMessages } from "./messages";
