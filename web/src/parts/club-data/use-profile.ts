import { readProfileCall, type Profile } from '@clube/contract/identity/account-calls.ts'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useSend } from '../../platform/app/app-context.tsx'
import { dataOf } from '../call-failed.ts'

const profileKey = ['profile']

/** The signed-in person's data. */
export function useProfile({ enabled = true } = {}): UseQueryResult<Profile> {
  const send = useSend()
  return useQuery({
    queryKey: profileKey,
    queryFn: ({ signal }) => dataOf(send(readProfileCall, { signal })),
    enabled,
  })
}

/** Replaces the loaded profile with the server's response to a change. */
export function useCacheProfile(): (change: Partial<Profile>) => void {
  const client = useQueryClient()
  return (change) =>
    client.setQueryData<Profile>(profileKey, (profile) => (profile ? { ...profile, ...change } : undefined))
}
