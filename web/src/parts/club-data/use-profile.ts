import { readProfileCall, type Profile } from '@clube/contract/identity/profile-call.ts'
import { useQueryCache } from '../../platform/server-data/use-query.tsx'
import { useCallQuery } from '../use-call-query.ts'

const profileKey = ['profile']

/** The signed-in person's data. */
export const useProfile = ({ enabled = true } = {}) =>
  useCallQuery(profileKey, (send, signal) => send(readProfileCall, { signal }), { enabled })

/** Replaces the loaded profile with the server's response to a change. */
export function useCacheProfile(): (change: Partial<Profile>) => void {
  const queries = useQueryCache()
  return (change) =>
    queries.setQueryData<Profile>(profileKey, (profile) => (profile ? { ...profile, ...change } : undefined))
}
