import { lazyPage } from '../../../../platform/navigation/lazy-page.tsx'
import type { RecoveryStepsProps } from './recovery-steps-props.ts'

/** Loaded with the password step. */
export const RecoverySteps = lazyPage<RecoveryStepsProps>(() =>
  import('./recovery-steps.tsx').then((module) => module.RecoverySteps),
)
