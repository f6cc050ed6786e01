export { createAppendAuditLine, type AppendAuditLine, type AuditDeps } from './append-audit-line.ts'
export type { AuditActor, AuditEntry, AuditLine, AuditSubject } from './audit-line.ts'
export { listStaffActions, type SubjectSince } from './audit-store.ts'
export { eachAuditLine, searchAudit, type AuditSearch } from './search-audit.ts'
export {
  auditProofName,
  createAuditProof,
  verifyAuditChain,
  type AuditVerdict,
} from './verify-audit-chain.ts'
