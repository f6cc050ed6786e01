import { lazyPage } from '../../../../platform/navigation/lazy-page.tsx'
import type { SupportStepsProps } from './support-step-props.ts'

/** Loaded with the reset options. */
export const SupportSteps = lazyPage<SupportStepsProps>(() =>
  import('./support-steps.tsx').then((module) => module.SupportSteps),
)
