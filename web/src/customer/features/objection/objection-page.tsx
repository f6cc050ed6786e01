import { useEffect, useState } from 'react'
import {
  readObjectionCall,
  stopRecoveryCall,
  type HeldRecovery,
} from '@clube/contract/recovery/objection-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { formatHour, formatLongDay } from '../../../parts/club-time.ts'
import { Page } from '../../../parts/page/page.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { explain } from '../../../platform/api/explain.ts'
import { useSend } from '../../../platform/app/app-context.tsx'

type Shown =
  | { kind: 'loading' }
  | { kind: 'loaded'; request: HeldRecovery }
  | { kind: 'invalid'; message: string }

const unknownLinkMessage = readObjectionCall.refusals['recovery.unknown-link'].message

/**
 * Linked from the notice of a held recovery request: the account's owner can stop the request. Opening the page
 * changes nothing, because mail servers open links too. The secret is the fragment, which no server log contains.
 */
export function ObjectionPage() {
  return (
    <Page title="Pedido para recuperar a sua conta" width="text">
      <Objection />
    </Page>
  )
}

function Objection() {
  const send = useSend()
  const { pending, run } = useAction()
  const [code, setCode] = useState('')
  const [shown, setShown] = useState<Shown>({ kind: 'loading' })
  useEffect(() => {
    const secret = window.location.hash.slice(1)
    setCode(secret)
    if (secret === '') return setShown({ kind: 'invalid', message: unknownLinkMessage })
    const controller = new AbortController()
    void send(readObjectionCall, { body: { code: secret }, signal: controller.signal }).then((sent) => {
      if (controller.signal.aborted) return
      if (sent.ok) return setShown({ kind: 'loaded', request: sent.data })
      const { toast } = explain(sent.failure, { place: 'endpoint' })
      setShown({ kind: 'invalid', message: toast?.message ?? unknownLinkMessage })
    })
    return () => controller.abort()
  }, [send])
  const stop = () =>
    run((send) => send(stopRecoveryCall, { body: { code } }), {
      onSuccess: (request) => setShown({ kind: 'loaded', request }),
    })

  if (shown.kind === 'loading') return <Skeleton count={4} />
  if (shown.kind === 'invalid') return <EmptyState illustration="search">{shown.message}</EmptyState>
  const { protocol, held_until } = shown.request
  if (held_until === null)
    return (
      <EmptyState illustration="success">
        Pedido {protocol} cancelado. Sua senha e seus contatos continuam como estavam.
      </EmptyState>
    )
  return (
    <>
      <Notice tone="warn">
        Recebemos fotos de documento para criar uma nova senha da sua conta (protocolo {protocol}). A nova
        senha e os contatos do pedido valem a partir de{' '}
        <strong>
          {formatLongDay(held_until)}, {formatHour(held_until)}
        </strong>
        .
      </Notice>
      <p>
        <strong>Foi você?</strong> Não é preciso fazer nada: feche esta página.
      </p>
      <p>
        <strong>Não foi você?</strong> Cancele o pedido. Nada muda na sua conta, e quem pediu não recebe
        código nenhum.
      </p>
      <Button pending={pending} onClick={() => void stop()}>
        Não fui eu: cancelar o pedido
      </Button>
    </>
  )
}
