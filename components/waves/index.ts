export { InviteButton, WaveFilter } from "./invite-button";
