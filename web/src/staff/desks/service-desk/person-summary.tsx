import { useState } from 'react'
import { deskChecklist, recoveryStateTitles } from '@clube/contract/recovery/review.ts'
import { issueDeskCodeCall, type DeskCustomer } from '@clube/contract/recovery/desk-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { Chip } from '../../../kit/surface/chip.tsx'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { Checklist, focusOpenQuestion, isAllYes, unanswered } from '../../parts/checklist.tsx'
import css from './service-desk.module.css'

const statusTitles = {
  incomplete: 'Cadastro incompleto',
  active: 'Cadastro ativo',
  blocked: 'Conta bloqueada',
  deletion_pending: 'Exclusão pedida',
} as const satisfies Record<DeskCustomer['account_status'], string>
const statusTones = { incomplete: 'warn', active: 'good', blocked: 'bad', deletion_pending: 'warn' } as const

type PersonSummaryProps = {
  customer: DeskCustomer
  onIssued: (issued: { code: string; expires_at: string }) => void
}

/** Enough to recognise the person, too little to use; the checklist comes before the code. */
export function PersonSummary({ customer, onIssued }: PersonSummaryProps) {
  const send = useSend()
  const [answers, setAnswers] = useState(() => unanswered(deskChecklist))
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const { customer_id, account_status, open_request } = customer
  const issue = async () => {
    if (!isAllYes(answers)) {
      setError('Só é possível emitir o código quando todos os itens conferem.')
      return focusOpenQuestion()
    }
    setPending(true)
    const sent = await trackPending(send(issueDeskCodeCall, { body: { customer_id, checklist: answers } }))
    setPending(false)
    if (sent.ok) onIssued(sent.data)
    else showFailure(sent.failure, { place: 'endpoint' })
  }
  return (
    <section className={css.person} aria-label="Pessoa encontrada">
      <header className={css.head}>
        <h2>{customer.name ?? 'Sem nome no cadastro'}</h2>
        <Chip tone={statusTones[account_status]}>{statusTitles[account_status]}</Chip>
      </header>
      <dl className={css.facts}>
        <dt>Documento</dt>
        <dd>{customer.document}</dd>
        {customer.document_type === 'cpf' && (
          <>
            <dt>Nascimento</dt>
            <dd>{customer.birth_date ?? '–'}</dd>
          </>
        )}
        <dt>Celular</dt>
        <dd>{customer.cellphone ?? '–'}</dd>
        <dt>E-mail</dt>
        <dd>{customer.email ?? '–'}</dd>
      </dl>
      {open_request && (
        <Notice>
          Há um pedido de recuperação aberto: {open_request.protocol},{' '}
          {recoveryStateTitles[open_request.state].toLowerCase()}.
        </Notice>
      )}
      {account_status === 'active' ? (
        <>
          <Checklist
            legend="Confira com a pessoa à sua frente"
            questions={deskChecklist}
            answers={answers}
            error={error}
            onAnswer={(check, answer) => {
              setError(undefined)
              setAnswers({ ...answers, [check]: answer })
            }}
          />
          <Button pending={pending} onClick={() => void issue()}>
            Emitir código
          </Button>
        </>
      ) : (
        <Notice tone="warn">{withoutCode[account_status]}</Notice>
      )}
    </section>
  )
}

const withoutCode = {
  incomplete: 'Este cadastro está incompleto: a pessoa termina o cadastro pelo site, com o documento.',
  blocked: 'Esta conta está bloqueada: encaminhe à segurança da conta.',
  deletion_pending:
    'A exclusão desta conta foi pedida: a pessoa pode entrar pelo site para desistir dela, ou cancelar o pedido aqui.',
} as const
