export { emailTemplatesQuery, type PreviewSource, templatePreview, useSendTest } from "./api";
export { TextFields, type TextForm } from "./fields";
export { EmailPreviewPanel } from "./preview";
export { templateSchema } from "./template-schema";
