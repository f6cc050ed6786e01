import { Unavailable } from '../../kernel/refusal.ts'
import { PhotoStoreFailed } from '../../ports/photo-store.ts'

/** A store that fails is an outage of ours, whatever its reason; the person can only try again. */
export const fromStore = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof PhotoStoreFailed) throw new Unavailable(error.message)
    throw error
  }
}
