import type { Signature } from '@clube/contract/campaigns/signature.ts'
import {
  deliverAwardCall,
  findAwardsCall,
  readDeskAwardCall,
  type DeskAward,
} from '@clube/contract/scratch-card/award-desk-calls.ts'
import { useRef, useState } from 'react'
import { newId } from '../../../parts/new-id.ts'
import { useAction } from '../../../parts/use-action.ts'
import { isResponse } from '../../../platform/api/failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import type { Shown } from './award-delivery.ts'

/** Cache key of everything that a delivery changes at the desk. */
export const awardDeskKey = ['award-desk'] as const

/** What the desk collects from the person before the delivery. */
export type Evidence = { readonly birth_date: string; readonly signature: Signature | null }

/** Reads, finds and delivers prizes, one at a time. */
export function useAwardDelivery() {
  const send = useSend()
  const [shown, setShown] = useState<Shown>({ kind: 'ready' })
  /** The server's error about the birth date; null if there is none. */
  const [birthDateError, setBirthDateError] = useState<string | null>(null)
  const reading = useAction()
  const delivering = useAction()
  /** Ids of deliveries without a response, by award: a retry with the same id delivers only once. */
  const unanswered = useRef(new Map<string, string>())
  const readings = useRef(0)
  /** The prizes of the person who was found by document and has several. */
  const [found, setFound] = useState<readonly DeskAward[]>([])
  /** Counts reads and searches: the response to an earlier one is ignored. */
  const requests = useRef(0)

  const show = (award: DeskAward) => {
    const id = unanswered.current.get(award.award_id)
    const isOwn = award.state === 'delivered' && id !== undefined && award.client_delivery_id === id
    if (isOwn) unanswered.current.delete(award.award_id)
    setBirthDateError(null)
    setShown(
      isOwn
        ? { kind: 'delivered', award }
        : {
            kind: 'award',
            award,
            reading: (readings.current += 1),
            isUnanswered: id !== undefined && award.state === 'pending',
          },
    )
  }

  const find = async ({ document_id }: { document_id: string }) => {
    const request = (requests.current += 1)
    // The previous person's prize must not stay on the screen for the next one.
    setShown({ kind: 'ready' })
    setFound([])
    const sent = await send(findAwardsCall, { body: { document_id } })
    if (!sent.ok || request !== requests.current) return sent
    const { awards } = sent.data
    const [first, ...others] = awards ?? []
    if (!first) setShown({ kind: 'nothing-found', hasAccount: awards !== null })
    else if (others.length === 0) show(first)
    else {
      setFound([first, ...others])
      setShown({ kind: 'found', awards: [first, ...others] })
    }
    return sent
  }

  const read = (code: string) => {
    requests.current += 1
    setFound([])
    return reading.run((send) => send(readDeskAwardCall, { body: { code } }), {
      onSuccess: show,
      onFailure: (failure) => {
        if (failure.kind !== 'refused' || failure.code === null) {
          // The previous person's prize must not stay on the screen for the next one.
          setShown({ kind: 'ready' })
          return false
        }
        setShown({ kind: 'refused', message: failure.message })
        return true
      },
      place: 'endpoint',
    })
  }

  const deliver = (award: DeskAward, { birth_date, signature }: Evidence) => {
    const { award_id } = award
    const client_delivery_id = unanswered.current.get(award_id) ?? newId()
    unanswered.current.set(award_id, client_delivery_id)
    setBirthDateError(null)
    return delivering.run(
      (send) => send(deliverAwardCall, { body: { award_id, client_delivery_id, birth_date, signature } }),
      {
        onSuccess: (data) => {
          unanswered.current.delete(award_id)
          setFound((awards) => awards.filter((other) => other.award_id !== award_id))
          setShown({ kind: 'delivered', award: data.award })
        },
        onFailure: (failure) => {
          if (!isResponse(failure)) {
            setShown({ kind: 'award', award, reading: readings.current, isUnanswered: true })
            return false
          }
          unanswered.current.delete(award_id)
          // The birth date can be corrected, so the form stays open.
          if (failure.kind === 'invalid') {
            const error = failure.errors.find(({ path }) => path === 'birth_date')?.message
            setBirthDateError(error ?? null)
            return error !== undefined
          }
          if (failure.kind !== 'refused') return false
          setShown({ kind: 'refused', message: failure.message })
          return true
        },
        refresh: [awardDeskKey],
        place: 'endpoint',
      },
    )
  }

  return {
    shown,
    setShown,
    found,
    show,
    read,
    find,
    deliver,
    birthDateError,
    isReading: reading.pending,
    isDelivering: delivering.pending,
  }
}
