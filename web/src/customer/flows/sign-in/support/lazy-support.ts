import { lazyPage } from '../../../../platform/navigation/lazy-page.tsx'

/** Loaded with the reset options. */
export const SupportSteps = lazyPage(() =>
  import('./support-steps.tsx').then((module) => module.SupportSteps),
)
