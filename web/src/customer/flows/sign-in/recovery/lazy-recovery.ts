import { lazyPage } from '../../../../platform/navigation/lazy-page.tsx'
import type { RecoveryStepsProps } from './recovery-steps-props.ts'

/** Comes when the password is asked for. */
export const RecoverySteps = lazyPage<RecoveryStepsProps>(() =>
  import('./recovery-steps.tsx').then((module) => module.RecoverySteps),
)
