export { createSecret, createVault, fingerprint, fingerprintText, type Vault } from './vault.ts'
export { generateCode } from './verification-code.ts'
