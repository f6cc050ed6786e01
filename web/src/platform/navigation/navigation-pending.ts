import { createStore } from '../../kit/store/create-store.ts'

const pending = createStore(0)

/** Shows the page-transition indicator until the promise settles (spec §2). */
export async function trackNavigation(navigation: Promise<unknown>): Promise<void> {
  pending.set(pending.get() + 1)
  try {
    await navigation
  } finally {
    pending.set(pending.get() - 1)
  }
}

/** Whether a page transition is in progress. */
export const useNavigationPending = (): boolean => pending.useValue() > 0
