export { createSecret, createVault, fingerprint, fingerprintText, type Vault } from './vault.ts'
