import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { parseCalendarDay } from '@clube/contract/brazil/birth-date.ts'
import { customerNameCharacters } from '@clube/contract/brazil/customer-name.ts'
import type { DeskCustomer } from '@clube/contract/recovery/desk-calls.ts'
import * as calls from '@clube/contract/service-desk/correction-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { BirthDateField } from '../../../parts/person-fields/contact-fields.tsx'
import { NameField } from '../../../parts/person-fields/person-fields.tsx'
import { nameRule } from '../../../parts/person-fields/person-values.ts'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { useAction } from '../../../parts/use-action.ts'
import { focusElement } from '../../../platform/navigation/focus-heading.ts'
import { staffPaths } from '../../app/paths.ts'
import { ConfirmButton, OutlineButton, SubmitButton } from '../../parts/buttons.tsx'
import { Checklist, useChecklist } from '../../parts/checklist.tsx'
import { FactList } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { useWaitingCorrections } from './waiting-corrections.ts'

type CorrectionAtDeskProps = {
  customer: DeskCustomer
  /** Whether the correction was opened by its URL: it is then loaded and focused immediately. */
  isOpened: boolean
  /** Called when the account has changed. */
  onDone: () => void
}

/** `null` until the attendant requests it. */
type Pending = { correction: calls.Correction | null } | null

/** Corrects name and birth date from the person's document. Another attendant confirms it. */
export function CorrectionAtDesk({ customer, isOpened, onDone }: CorrectionAtDeskProps) {
  const { pending: isLoading, run } = useAction()
  const [pending, setPending] = useState<Pending>(null)
  const { customer_id } = customer
  const isCompany = customer.document_type === 'cnpj'
  const load = () =>
    run((send) => send(calls.readCorrectionCall, { body: { customer_id } }), { onSuccess: setPending })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isOpened) return
    void load().then(() => {
      focusElement(heading.current)
      heading.current?.scrollIntoView()
    })
  }, [])
  const show = (correction: calls.Correction) => setPending({ correction })
  return (
    <section className="panel" aria-labelledby="correction">
      <h2 id="correction" ref={heading}>
        Correção de dados
      </h2>
      {pending === null ? (
        <>
          <p className="soft small">
            {isCompany ? 'O nome, com o cartão CNPJ em mãos.' : 'Nome e nascimento, com o documento em mãos.'}{' '}
            Outra pessoa do balcão confirma.
          </p>
          <div>
            <OutlineButton pending={isLoading} onClick={load}>
              {isCompany ? 'Corrigir o nome' : 'Corrigir nome ou nascimento'}
            </OutlineButton>
          </div>
        </>
      ) : pending.correction === null ? (
        <ProposalForm customer={customer} onProposed={show} />
      ) : pending.correction.is_mine ? (
        <OwnProposal correction={pending.correction} onWithdrawn={() => setPending(null)} />
      ) : (
        <ProposalToConfirm customer={customer} correction={pending.correction} onDecided={onDone} />
      )}
    </section>
  )
}

/** Shows that a correction by another attendant is waiting for confirmation, no matter how the person was found. */
export function WaitingCorrectionNote({ customer_id }: Pick<DeskCustomer, 'customer_id'>) {
  const { data = [] } = useWaitingCorrections()
  const waiting = data.find((each) => each.customer_id === customer_id && !each.is_mine)
  if (!waiting) return null
  return (
    <Notice>
      {waiting.proposed_by} pediu uma correção deste cadastro, que espera a segunda pessoa.{' '}
      <Link href={staffPaths.waitingCorrection(customer_id)}>Ver a correção</Link>
    </Notice>
  )
}

const checklistMessage = calls.approveCorrectionCall.refusals['service-desk.checklist-failed'].message
const legend = 'Confira com a pessoa à sua frente'

function ProposalForm(props: { customer: DeskCustomer; onProposed: (correction: calls.Correction) => void }) {
  const { customer_id, document_type, name, birth_date } = props.customer
  const isPerson = document_type === 'cpf'
  const checklist = useChecklist(calls.correctionQuestionsFor(document_type))
  const draft = useDraft({
    name: `correction/${customer_id}`,
    initial: { name: customerNameCharacters[document_type](name ?? ''), birth_date: birth_date ?? '' },
    days: 1,
  })
  const form = useActionForm({
    draft,
    initial: draft.initial,
    rules: {
      name: nameRule(document_type),
      ...(isPerson ? { birth_date: parsedRule(parseCalendarDay) } : {}),
    },
    request: (send, values) => {
      const answers = checklist.confirm(checklistMessage)
      if (!answers) return null
      const birth = isPerson ? { birth_date: values.birth_date } : {}
      return send(calls.proposeCorrectionCall, {
        body: { customer_id, name: values.name, ...birth, checklist: answers },
      })
    },
    success: 'Correção pedida. Falta a confirmação de outra pessoa do balcão.',
    onSuccess: props.onProposed,
  })
  return (
    <form {...form.props} autoComplete="off">
      <FormDraft draft={draft} form={form} />
      <NameField
        document_type={document_type}
        label="Nome como no documento"
        autoComplete="off"
        {...form.field('name')}
      />
      {isPerson && <BirthDateField {...form.field('birth_date')} />}
      <Checklist legend={legend} {...checklist.props} />
      <SubmitButton form={form} variant="outline">
        Pedir confirmação
      </SubmitButton>
    </form>
  )
}

function OwnProposal({ correction, onWithdrawn }: { correction: calls.Correction; onWithdrawn: () => void }) {
  const { pending, run } = useAction()
  const { correction_id } = correction
  const withdraw = () =>
    run((send) => send(calls.rejectCorrectionCall, { body: { correction_id } }), {
      success: 'Correção retirada.',
      onSuccess: onWithdrawn,
    })
  return (
    <>
      <Notice>
        A correção que você pediu espera a confirmação de outra pessoa do balcão até{' '}
        {formatInstant(correction.expires_at)}.
      </Notice>
      <CorrectedData correction={correction} />
      <div>
        <ConfirmButton question="Confirmar: retirar a correção" pending={pending} onConfirm={withdraw}>
          Retirar a correção
        </ConfirmButton>
      </div>
    </>
  )
}

type ProposalToConfirmProps = {
  customer: DeskCustomer
  correction: calls.Correction
  onDecided: () => void
}

/** A correction proposed by another attendant, with the data before and after it. */
function ProposalToConfirm({ customer, correction, onDecided }: ProposalToConfirmProps) {
  const { pending, run } = useAction()
  const checklist = useChecklist(calls.correctionQuestionsFor(customer.document_type))
  const { correction_id, proposed_by } = correction
  const approve = async (): Promise<void> => {
    const answers = checklist.confirm(checklistMessage)
    if (!answers) return
    await run((send) => send(calls.approveCorrectionCall, { body: { correction_id, checklist: answers } }), {
      success: 'Dados corrigidos.',
      onSuccess: onDecided,
    })
  }
  const reject = () =>
    run((send) => send(calls.rejectCorrectionCall, { body: { correction_id } }), {
      success: 'Correção recusada.',
      onSuccess: onDecided,
    })
  return (
    <>
      <Notice>
        {proposed_by} pediu esta correção. Confira o documento original você também: os dados só mudam depois
        da sua confirmação.
      </Notice>
      <FactList
        inRows
        facts={[
          ['Documento', customer.document],
          ['Nome no cadastro', customer.name ?? '–'],
          ...(correction.birth_date === null
            ? []
            : [['Nascimento no cadastro', customer.birth_date ?? '–'] as const]),
        ]}
      />
      <CorrectedData correction={correction} />
      <Checklist legend={legend} {...checklist.props} />
      <div className="row">
        <Button compact pending={pending} onClick={approve}>
          Confirmar correção
        </Button>
        <ConfirmButton question="Confirmar: recusar" pending={pending} onConfirm={reject}>
          Recusar
        </ConfirmButton>
      </div>
    </>
  )
}

const CorrectedData = ({ correction: { name, birth_date } }: { correction: calls.Correction }) => (
  <FactList
    inRows
    facts={[
      ['Nome corrigido', <strong key="name">{name}</strong>],
      ...(birth_date === null
        ? []
        : [['Nascimento corrigido', <strong key="birth_date">{birth_date}</strong>] as const]),
    ]}
  />
)
