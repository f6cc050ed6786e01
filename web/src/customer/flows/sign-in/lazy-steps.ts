import { lazyPage, loadInTime, retryFailedLoads } from '../../../platform/navigation/lazy-page.tsx'

/** The steps after the first; their code is loaded when the first one's field gets the focus. */
export const PasswordStep = lazyPage(() =>
  import('./password-step.tsx').then((module) => module.PasswordStep),
)
export const IdentityStep = lazyPage(() =>
  import('./identity-step.tsx').then((module) => module.IdentityStep),
)

/** Preloads the steps that may follow. Never rejects: a step that did not load is loaded again when it is shown. */
export async function preloadSteps(isPasswordless: boolean): Promise<void> {
  if (isPasswordless) return
  await Promise.allSettled([PasswordStep, IdentityStep].map((step) => step.preload()))
  retryFailedLoads()
}

/** The calls of the first step; null if their code did not load, which counts as a network failure. */
export const loadLoginActions = () => loadInTime(import('./login-actions.ts')).catch(() => null)
