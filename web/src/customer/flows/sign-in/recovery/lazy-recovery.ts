import { lazyPage } from '../../../../platform/navigation/lazy-page.tsx'

/** Loaded with the password step. */
export const RecoverySteps = lazyPage(() =>
  import('./recovery-steps.tsx').then((module) => module.RecoverySteps),
)
