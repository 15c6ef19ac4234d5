export { emailTemplatesQuery, type PreviewSource, templatePreview, useSendTest } from "./api";
export { CustomTextFields, type CustomTextForm, TextFields, type TextForm, useTemplateTexts } from "./fields";
export { emailTemplateLabels } from "./labels";
export { EmailPreviewPanel } from "./preview";
export { templateSchema } from "./template-schema";
