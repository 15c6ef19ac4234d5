export { CustomTextFields, type CustomTextForm, TextFields, type TextForm, useTemplateTexts } from "./fields";
export { emailTemplateLabels } from "./labels";
export { EmailPreviewPanel, type PreviewSource, templatePreview } from "./preview";
export { useSendTest } from "./send-test";
export { templateSchema } from "./template-schema";
