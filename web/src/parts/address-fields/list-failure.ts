import { showFailure } from '../../platform/api/show-failure.ts'
import { failureOf } from '../call-failed.ts'

/** Shows a failed list with the autocomplete messages (spec §8); the previous options stay. */
export const showListFailure = (thrown: unknown): void =>
  showFailure(failureOf(thrown), { place: 'autocomplete' })
