import { cpfMask, parseCpf } from '@clube/contract/brazil/cpf.ts'
import { requiredRadioMessage } from '@clube/contract/brazil/field-messages.ts'
import { fullNameCharacters, fullNameMaxLength, parseFullName } from '@clube/contract/brazil/full-name.ts'
import { authorityProofs, type AuthorityProof } from '@clube/contract/recovery/representative.ts'
import {
  deskConfirmationQuestionsFor,
  deskQuestionsFor,
  recoveryStateTitles,
} from '@clube/contract/recovery/review.ts'
import {
  confirmDeskCodeCall,
  issueDeskCodeCall,
  type DeskCustomer,
} from '@clube/contract/recovery/desk-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { MaskedField } from '../../../kit/field/masked-field.tsx'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { Chip, type Tone } from '../../../kit/surface/chip.tsx'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { useAction } from '../../../parts/use-action.ts'
import { focusElement } from '../../../platform/navigation/focus-heading.ts'
import { SubmitButton } from '../../parts/buttons.tsx'
import { Checklist, useChecklist } from '../../parts/checklist.tsx'
import { FactList } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { useHasPermission } from '../../parts/staff-session.ts'

const statuses = {
  incomplete: ['Cadastro incompleto', 'warn'],
  active: ['Cadastro ativo', 'good'],
  blocked: ['Conta bloqueada', 'bad'],
  deletion_pending: ['Exclusão pedida', 'warn'],
} as const satisfies Record<DeskCustomer['account_status'], readonly [title: string, tone: Tone]>

type PersonSummaryProps = {
  customer: DeskCustomer
  onIssued: (issued: { code: string; expires_at: string }) => void
  onConfirmed: () => void
}

/** Only the data needed to recognize the person; the checklist comes before the code. */
export function PersonSummary({ customer, onIssued, onConfirmed }: PersonSummaryProps) {
  const { account_status, open_request, unconfirmed_code } = customer
  const canIssue = useHasPermission('recovery.desk')
  const [status, tone] = statuses[account_status]
  return (
    <section className="panel" aria-label="Pessoa encontrada">
      <header className="row spread">
        <h2 ref={focusElement}>{customer.name ?? 'Sem nome no cadastro'}</h2>
        <Chip tone={tone}>{status}</Chip>
      </header>
      <FactList
        inRows
        facts={[
          ['Documento', customer.document],
          ...(customer.document_type === 'cpf' ? [['Nascimento', customer.birth_date ?? '–'] as const] : []),
          ['Celular', customer.cellphone ?? '–'],
          ['E-mail', customer.email ?? '–'],
        ]}
      />
      {open_request && (
        <Notice>
          Há um pedido de recuperação aberto: {open_request.protocol},{' '}
          {recoveryStateTitles[open_request.state].toLowerCase()}.
        </Notice>
      )}
      {!canIssue ? null : account_status !== 'active' ? (
        <Notice tone="warn">{noCodeTexts[account_status]}</Notice>
      ) : unconfirmed_code && !unconfirmed_code.is_mine ? (
        <CodeToConfirm
          document_type={customer.document_type}
          code={unconfirmed_code}
          onConfirmed={onConfirmed}
        />
      ) : (
        <CodeToIssue customer={customer} onIssued={onIssued} />
      )}
    </section>
  )
}

/** Issues a code; for a company, to its representative. */
function CodeToIssue({ customer, onIssued }: Pick<PersonSummaryProps, 'customer' | 'onIssued'>) {
  const { customer_id, document_type, unconfirmed_code } = customer
  const isCompany = document_type === 'cnpj'
  const checklist = useChecklist(deskQuestionsFor(document_type))
  const form = useActionForm({
    initial: { 'representative.name': '', 'representative.cpf': '', 'representative.power': '' },
    rules: isCompany
      ? {
          'representative.name': parsedRule(parseFullName),
          'representative.cpf': parsedRule(parseCpf),
          'representative.power': (power) => (power === '' ? requiredRadioMessage : undefined),
        }
      : {},
    request: (send, values) => {
      const answers = checklist.confirm(checklistMessage)
      if (!answers) return null
      const power = proofKinds.find((each) => each === values['representative.power'])
      const representative = power && {
        name: values['representative.name'],
        cpf: values['representative.cpf'],
        power,
      }
      return send(issueDeskCodeCall, { body: { customer_id, checklist: answers, representative } })
    },
    onSuccess: onIssued,
  })
  return (
    <form {...form.props} className="stack" autoComplete="off">
      {unconfirmed_code && (
        <Notice>O código que você emitiu espera a confirmação de outra pessoa do balcão.</Notice>
      )}
      {isCompany && (
        <>
          <TextField
            label="Nome de quem representa a empresa"
            helper="Como no documento que a pessoa mostrou"
            clean={fullNameCharacters}
            maxLength={fullNameMaxLength}
            autoComplete="off"
            {...form.field('representative.name')}
          />
          <MaskedField
            label="CPF de quem representa a empresa"
            mask={cpfMask}
            keyboard="numeric"
            autoComplete="off"
            {...form.field('representative.cpf')}
          />
          <RadioGroup
            label="O que prova os poderes da pessoa"
            options={proofKinds.map((value) => ({ value, label: authorityProofs[value] }))}
            {...form.field('representative.power')}
          />
        </>
      )}
      <Checklist legend="Confira com a pessoa à sua frente" {...checklist.props} />
      <SubmitButton form={form}>{unconfirmed_code ? 'Emitir outro código' : 'Emitir código'}</SubmitButton>
    </form>
  )
}

const proofKinds = Object.keys(authorityProofs) as AuthorityProof[]

type CodeToConfirmProps = Pick<DeskCustomer, 'document_type'> & {
  code: NonNullable<DeskCustomer['unconfirmed_code']>
  onConfirmed: () => void
}

/** A code issued by another attendant, who is named so that the customer can confirm who issued it. */
function CodeToConfirm({ document_type, code, onConfirmed }: CodeToConfirmProps) {
  const { code_id, issued_by, expires_at, representative } = code
  const { pending, run } = useAction()
  const checklist = useChecklist(deskConfirmationQuestionsFor(document_type))
  const confirm = async (): Promise<void> => {
    const answers = checklist.confirm(checklistMessage)
    if (!answers) return
    await run((send) => send(confirmDeskCodeCall, { body: { code_id, checklist: answers } }), {
      success: ({ message }) => message ?? 'Código confirmado.',
      onSuccess: onConfirmed,
    })
  }
  return (
    <>
      <Notice>
        {issued_by} emitiu um código para este cadastro, válido até {formatInstant(expires_at)}. Confira o
        documento original você também: o código só vale depois da sua confirmação. Se a pessoa foi atendida
        por outra da equipe, não confirme e avise a administração.
      </Notice>
      {representative && (
        <FactList
          inRows
          facts={[
            ['Quem representa', representative.name],
            ['CPF', representative.cpf],
            ...(representative.power
              ? [['Prova dos poderes', authorityProofs[representative.power]] as const]
              : []),
          ]}
        />
      )}
      <Checklist legend="Confira com a pessoa à sua frente" {...checklist.props} />
      <Button pending={pending} onClick={confirm}>
        Confirmar código
      </Button>
    </>
  )
}

const checklistMessage = issueDeskCodeCall.refusals['recovery.checklist-failed'].message

const noCodeTexts = {
  incomplete: 'Este cadastro está incompleto: a pessoa termina o cadastro pelo site, com o documento.',
  blocked: 'Esta conta está bloqueada: encaminhe à segurança da conta.',
  deletion_pending:
    'A exclusão desta conta foi pedida: a pessoa pode entrar pelo site para desistir dela, ou cancelar o pedido aqui.',
} as const
