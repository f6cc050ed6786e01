import type { Hints } from '@clube/contract/identity/hints.ts'
import { lazyPage } from '../../../platform/navigation/lazy-page.tsx'
import type { StepProps } from './step-props.ts'

/** The steps behind the first one: their code comes when somebody goes to the first one's field. */
export const PasswordStep = lazyPage<StepProps>(() =>
  import('./password-step.tsx').then((module) => module.PasswordStep),
)
export const IdentityStep = lazyPage<StepProps & { hints: Hints }>(() =>
  import('./identity-step.tsx').then((module) => module.IdentityStep),
)
/** Loads what may come next. Never rejects: a step that did not arrive is asked for again when it is shown. */
export async function preloadSteps(passwordless: boolean): Promise<void> {
  if (passwordless) return
  await Promise.allSettled([PasswordStep, IdentityStep].map((step) => step.preload()))
}

/** The calls of the first step; null when their code did not arrive, which is a network failure. */
export const loadLoginActions = () => import('./login-actions.ts').catch(() => null)
