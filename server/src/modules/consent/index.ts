export { acceptDocuments } from './accept-documents.ts'
export { hasDocument } from './consent-store.ts'
export { publishDocument } from './publish-document.ts'
export { bindConsent, type ConsentDeps } from './routes.ts'
