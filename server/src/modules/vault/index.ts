export { createSecret, createVault, fingerprint, type Vault } from './vault.ts'
