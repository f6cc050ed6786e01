export type { CaptchaDeps } from './deps.ts'
export { purgeProofs } from './proof-store.ts'
export { bindCaptcha } from './routes.ts'
export { spendProof } from './spend-proof.ts'
