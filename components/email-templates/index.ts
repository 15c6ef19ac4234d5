export { emailTemplatesQuery, type PreviewSource, templatePreview, useSendTest } from "./api";
export { CustomTextFields, type CustomTextForm, TextFields, type TextForm, useTemplateTexts } from "./fields";
export { EmailPreviewPanel } from "./preview";
export { templateSchema } from "./template-schema";
