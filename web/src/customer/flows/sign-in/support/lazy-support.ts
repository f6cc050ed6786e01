import { lazyPage } from '../../../../platform/navigation/lazy-page.tsx'
import type { SupportStepsProps } from './support-step-props.ts'

/** Comes when other ways than a code may be chosen. */
export const SupportSteps = lazyPage<SupportStepsProps>(() =>
  import('./support-steps.tsx').then((module) => module.SupportSteps),
)
