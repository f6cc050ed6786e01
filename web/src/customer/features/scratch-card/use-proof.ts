import { filePath, type ServedFile } from '@clube/contract/kernel/served-file.ts'
import type { DeckPublication } from '@clube/contract/scratch-card/deck-publication.ts'
import { drawsFile, readDeckPublicationCall } from '@clube/contract/scratch-card/publication-calls.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { CallFailed } from '../../../platform/api/failure.ts'
import type { QueryResult } from '../../../platform/server-data/query-observer.ts'
import { useQuery } from '../../../platform/server-data/use-query.tsx'
import { verifyInWorker } from './verify-in-worker.ts'
import type { ProofResult, ProofTask } from './verify-draws.ts'

/** What is public about the deck of a campaign. */
export const usePublication = (campaign_id: string) =>
  useCallQuery(['scratch-proof', campaign_id], (send, signal) =>
    send(readDeckPublicationCall, { query: { campaign_id }, signal }),
  )

async function readText(file: ServedFile, campaign_id: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(filePath(file, { campaign_id }), { signal }).catch(() => {
    throw new CallFailed({ kind: 'network', during: 'call' })
  })
  if (!response.ok) throw new CallFailed({ kind: 'server', status: response.status, request_id: null })
  return response.text()
}

/** The published draws of a revealed deck, as one string. */
export const useDraws = (campaign_id: string, isRevealed: boolean): QueryResult<string> =>
  useQuery({
    queryKey: ['scratch-proof', campaign_id, 'draws'],
    queryFn: ({ signal }) => readText(drawsFile, campaign_id, signal),
    enabled: isRevealed,
    staleTime: Infinity,
  })

/** The task of the worker; null until the deck is revealed and its draws are loaded. */
export const taskOf = (publication: DeckPublication, draws: string | undefined): ProofTask | null =>
  publication.seed === null || draws === undefined
    ? null
    : { publication: { ...publication, seed: publication.seed }, draws }

/** The result of verifying the deck and its draws in this browser. */
export const useVerification = (task: ProofTask | null): QueryResult<ProofResult> =>
  useQuery({
    queryKey: ['scratch-proof', task?.publication.campaign_id, 'verification', task?.draws.length],
    queryFn: ({ signal }) => {
      if (!task) throw new Error('Nothing to verify yet')
      return verifyInWorker(task, signal)
    },
    enabled: task !== null,
    staleTime: Infinity,
  })
