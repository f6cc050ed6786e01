import { Unavailable } from '../../kernel/refusal.ts'
import { PhotoStoreError } from '../../ports/photo-store.ts'

/** Any failure of the store is an outage; the user can only retry. */
export const fromStore = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof PhotoStoreError) throw new Unavailable(error.message)
    throw error
  }
}
