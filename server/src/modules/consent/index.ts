export { acceptDocuments, lockConsentDocuments } from './accept-documents.ts'
export {
  eraseIps,
  findUnacceptedVersion,
  listAcceptors,
  listPublishedVersions,
  lockInForce,
  lockIfNoneInForce,
} from './consent-store.ts'
export { acceptDocument } from './own-acceptances.ts'
export { publishDocument } from './publish-document.ts'
export { bindConsent, type ConsentDeps } from './routes.ts'
