import { readProfileCall, type Profile } from '@clube/contract/identity/account-calls.ts'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useSend } from '../../platform/app/app-context.tsx'
import { dataOf } from '../call-failed.ts'

const profileKey = ['profile']

/** The data of whoever is in the account. */
export function useProfile(): UseQueryResult<Profile> {
  const send = useSend()
  return useQuery({
    queryKey: profileKey,
    queryFn: ({ signal }) => dataOf(send(readProfileCall, { signal })),
  })
}

/** Puts what the server answered to a change in the place of what was loaded. */
export function useKeepProfile(): (change: Partial<Profile>) => void {
  const client = useQueryClient()
  return (change) =>
    client.setQueryData<Profile>(profileKey, (profile) => (profile ? { ...profile, ...change } : undefined))
}
