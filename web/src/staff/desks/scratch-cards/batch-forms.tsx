import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { digitsOf } from '@clube/contract/brazil/mask.ts'
import {
  codesCsvFile,
  codesSheetFile,
  maxSheetCodes,
  requestCodeBatchCall,
  voidCodeBatchCall,
  voidScratchCodeCall,
  type CodeBatch,
} from '@clube/contract/scratch-card/batch-calls.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { useState } from 'react'
import { TextField } from '../../../kit/field/text-field.tsx'
import { Dialog, useDialog } from '../../../kit/surface/dialog.tsx'
import { FileLink } from '../../../parts/file-link.tsx'
import { newId } from '../../../parts/new-id.ts'
import { useAction } from '../../../parts/use-action.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { DeskButton, OutlineButton, SubmitButton } from '../../parts/buttons.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { waitingKey } from '../../parts/waiting-counts.ts'
import { scratchKey } from './campaign-list.tsx'
import { formatCount } from './deck-labels.ts'
import css from './settings.module.css'

const required = (text: string): string | undefined => (text.trim() === '' ? requiredTextMessage : undefined)

type RequestBatchFormProps = { campaign_id: string; free_cards: number }

/** Requests a batch. The id stays the same until the request succeeds, so a retry does not request a second batch. */
export function RequestBatchForm({ campaign_id, free_cards }: RequestBatchFormProps) {
  const [batch_id] = useState(newId)
  const form = useActionForm({
    initial: { count: '', purpose: '' },
    rules: { count: required, purpose: required },
    request: (send, { count, purpose }) =>
      send(requestCodeBatchCall, {
        body: { batch_id, campaign_id, count: Number(count), purpose: purpose.trim() },
      }),
    success: 'Lote pedido. Agora outra pessoa aprova.',
    refresh: [scratchKey, waitingKey],
  })
  return (
    <form {...form.props} className="stack" autoComplete="off">
      <div className={css.pair}>
        <TextField
          label="Quantos códigos"
          inputMode="numeric"
          maxLength={6}
          clean={digitsOf}
          helper={`${formatCount(free_cards)} cartões ainda não têm código nem lote.`}
          {...form.field('count')}
        />
        <TextField
          label="Para quê"
          maxLength={120}
          helper="Onde serão distribuídos: caixas da Livraria do Piso 2"
          {...form.field('purpose')}
        />
      </div>
      <div>
        <SubmitButton form={form}>Pedir lote</SubmitButton>
      </div>
    </form>
  )
}

/** The actions available in the batch's current state. */
export function BatchActions({ batch: { batch_id, state, count } }: { batch: CodeBatch }) {
  const download = useDialog()
  const voiding = useDialog()
  const { run } = useAction()
  if (state === 'void') return null
  const voidBatch = async (reason: string) => {
    const isDone = await run((send) => send(voidCodeBatchCall, { body: { batch_id, reason } }), {
      success: 'Lote anulado.',
      refresh: [scratchKey, waitingKey],
    })
    if (isDone) voiding.close()
    return isDone
  }
  return (
    <div className="row">
      {state === 'approved' && <DeskButton onClick={download.open}>Baixar códigos</DeskButton>}
      <OutlineButton onClick={voiding.open}>Anular lote</OutlineButton>
      <Dialog
        {...download.props}
        open={download.props.open && state === 'approved'}
        title="Baixar os códigos"
      >
        <div className="stack">
          <p>
            O arquivo é entregue <strong>uma única vez</strong>, em um dos formatos, e fica na auditoria com o
            seu nome. Os códigos não ficam guardados em nenhum outro lugar: se o arquivo se perder, anule o
            lote e peça outro.
          </p>
          <FileLink href={filePath(codesCsvFile, { batch_id })}>Planilha (CSV)</FileLink>
          {count <= maxSheetCodes ? (
            <FileLink href={filePath(codesSheetFile, { batch_id })}>Folhas para imprimir (PDF)</FileLink>
          ) : (
            <p className="soft small">
              Folhas para imprimir têm até {formatCount(maxSheetCodes)} códigos; lotes maiores saem em CSV.
            </p>
          )}
        </div>
      </Dialog>
      <ReasonDialog
        {...voiding.props}
        title="Anular o lote"
        lead={
          <p>
            Códigos já usados continuam usados. Todos os outros deixam de valer, e os seus cartões ficam
            livres.
          </p>
        }
        label="Por que este lote é anulado?"
        helper="A auditoria guarda esta frase com o seu nome."
        button="Anular lote"
        variant="danger"
        onReason={voidBatch}
      />
    </div>
  )
}

/** Voids one printed code, for example one on a damaged or stolen sheet. */
export function VoidCodeForm({ campaign_id }: { campaign_id: string }) {
  const form = useActionForm({
    initial: { code: '', reason: '' },
    rules: { code: required, reason: required },
    request: (send, { code, reason }) =>
      send(voidScratchCodeCall, { body: { campaign_id, code: code.trim(), reason: reason.trim() } }),
    success: ({ data }) => (data.repeated ? 'Este código já estava anulado.' : 'Código anulado.'),
    onSuccess: (): void => form.reset(),
    refresh: [scratchKey],
  })
  return (
    <form {...form.props} className="stack" autoComplete="off">
      <div className={css.pair}>
        <TextField label="Código impresso" maxLength={64} {...form.field('code')} />
        <TextField
          label="Motivo"
          maxLength={300}
          helper="A auditoria guarda esta frase com o seu nome."
          {...form.field('reason')}
        />
      </div>
      <div>
        <SubmitButton form={form} variant="danger">
          Anular código
        </SubmitButton>
      </div>
    </form>
  )
}
