import {
  addressLookupCall,
  parsePostalLookup,
  type PostalLookupResult,
} from '@clube/contract/addresses/postal-address.ts'
import { parseCep } from '@clube/contract/brazil/cep.ts'
import * as z from 'zod/mini'
import { useEffect, useRef } from 'react'
import { trackPending } from '../../kit/overlay/pending-count.ts'
import { showFailure } from '../../platform/api/show-failure.ts'
import { useApp } from '../../platform/app/app-context.tsx'

/** A club's own endpoint may respond with an object, a wrapped object, or a list (spec §3). */
const lookupCall = { ...addressLookupCall, data: z.unknown() }

/**
 * Looks up the address when a CEP becomes valid, under the loading overlay (spec §4 Postal code). `onFound` gets the
 * result, which may be empty; a failure is shown here and the fields stay as they are.
 */
export function usePostalLookup(onFound: (found: PostalLookupResult) => void): (cep: string) => void {
  const { send, club } = useApp()
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const lookUp = async (cep: string) => {
    running.current?.abort()
    const parsed = parseCep(cep)
    if (!parsed.ok) return
    const controller = new AbortController()
    running.current = controller
    const postal_code = parsed.value
    const sent = await trackPending(
      send(lookupCall, {
        query: { cep: postal_code, postal_code },
        endpoint: club.endpoints.address_lookup,
        signal: controller.signal,
      }),
    )
    if (controller.signal.aborted) return
    if (sent.ok) onFound(parsePostalLookup(sent.data, postal_code))
    else showFailure(sent.failure, { place: 'postal-lookup' })
  }
  return (cep) => void lookUp(cep)
}
