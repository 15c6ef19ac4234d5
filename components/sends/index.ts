export { sendTitle } from "./labels";
export { findLocalLinks, useLargeSendConfirmation } from "./large-send";
export { sendsQuery } from "./polling";
export { SavedEmailsNotice, SendSavedEmailsButton } from "./saved-emails";
export { SendDialog, SendDialogFromUrl, useOpenSendDialog } from "./send-dialog";
export { DeliveryStatus, SendProgress } from "./status";
