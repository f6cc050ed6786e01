export { acceptDocuments } from './accept-documents.ts'
export { publishDocument } from './publish-document.ts'
export { bindConsent } from './routes.ts'
