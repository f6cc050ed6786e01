import {
  approveBrandRulesCall,
  rejectBrandRulesCall,
  withdrawBrandRulesCall,
  type StaffBrand,
} from '@clube/contract/new-project/brand-calls.ts'
import { audienceLabel, type BrandRules } from '@clube/contract/new-project/brand.ts'
import { useState } from 'react'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { Dialog, useDialog } from '../../../kit/surface/dialog.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { ConfirmButton, DeskButton, OutlineButton } from '../../parts/buttons.tsx'
import { DeskPage, KeyHints } from '../../parts/desk-page.tsx'
import { FactList, StateChip, type Fact } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { useHasPermission } from '../../parts/staff-session.ts'
import { waitingKey } from '../../parts/waiting-counts.ts'
import { BrandForm } from './brand-form.tsx'
import { brandsKey } from './project-paths.ts'
import { useBrands } from './use-brands.ts'

const nameOf = ({ rules, proposed, slug }: StaffBrand): string => rules?.name ?? proposed?.rules.name ?? slug

const statusOf = ({ rules, proposed, rejection }: StaffBrand) => {
  if (proposed) return { title: rules ? 'Mudança a aprovar' : 'Marca a aprovar', tone: 'warn' } as const
  if (rejection) return { title: 'Proposta devolvida', tone: 'bad' } as const
  return rules
    ? ({ title: 'Em uso', tone: 'good' } as const)
    : ({ title: 'Sem regras', tone: undefined } as const)
}

const columns: readonly Column<StaffBrand>[] = [
  { title: 'Marca', wide: true, header: true, cell: nameOf },
  { title: 'Endereço', cell: ({ slug }) => slug },
  { title: 'Compra como', cell: ({ rules }) => rules?.purchase_example ?? '–' },
  { title: 'Registro como', cell: ({ rules }) => rules?.registration_example ?? '–' },
  { title: 'Situação', narrow: true, cell: (brand) => <StateChip {...statusOf(brand)} /> },
]

/** The brands with projects, whose rules marketing proposes and another person approves. */
export function BrandsDesk() {
  const brands = useBrands()
  const canEdit = useHasPermission('brands.edit')
  const creating = useDialog()
  const [opened, setOpened] = useState<string | null>(null)
  const brand = brands.data?.find(({ brand_id }) => brand_id === opened)
  const close = () => setOpened(null)
  return (
    <DeskPage title="Marcas" actions={canEdit && <DeskButton onClick={creating.open}>Nova marca</DeskButton>}>
      <KeyHints isList hints={canEdit ? [['N', 'nova marca', creating.open]] : []} />
      <QueryTable
        query={brands}
        label="Marcas"
        columns={columns}
        keyOf={({ brand_id }) => brand_id}
        onOpen={({ brand_id }) => setOpened(brand_id)}
        empty="Nenhuma marca foi cadastrada ainda."
      />
      <Dialog {...creating.props} title="Nova marca" wide fieldFirst>
        <BrandForm brand={null} onProposed={creating.close} />
      </Dialog>
      <Dialog open={brand !== undefined} onClose={close} title={brand ? nameOf(brand) : ''} wide>
        {brand && <BrandPanel key={brand.brand_id} brand={brand} onDone={close} />}
      </Dialog>
    </DeskPage>
  )
}

type PanelProps = { brand: StaffBrand; onDone: () => void }

/** A brand's rules, the change that waits, and what the member may do with it. */
function BrandPanel({ brand, onDone }: PanelProps) {
  const { rules, proposed, rejection, approved_at, approved_by } = brand
  const canEdit = useHasPermission('brands.edit')
  const [isEditing, setEditing] = useState(false)
  if (isEditing)
    return (
      <BrandForm
        brand={{ brand_id: brand.brand_id, rules: rules ?? proposed?.rules ?? null }}
        onProposed={onDone}
      />
    )
  return (
    <div className="stack">
      {rejection && (
        <Notice tone="bad">
          Devolvida em {formatInstant(rejection.at)}
          {rejection.by === null ? '' : `, por ${rejection.by}`}: {rejection.reason}
        </Notice>
      )}
      {rules && (
        <Section title="Regras em uso">
          <FactList inRows facts={rulesFacts(rules)} />
          {approved_at !== null && (
            <p className="soft small">
              Aprovadas em {formatInstant(approved_at)}
              {approved_by === null ? '' : `, por ${approved_by}`}.
            </p>
          )}
        </Section>
      )}
      {proposed ? (
        <ProposedRules proposed={proposed} current={rules} onDone={onDone} />
      ) : (
        canEdit && (
          <div>
            <OutlineButton onClick={() => setEditing(true)}>Propor mudança</OutlineButton>
          </div>
        )
      )}
    </div>
  )
}

type ProposedProps = {
  proposed: NonNullable<StaffBrand['proposed']>
  current: BrandRules | null
  onDone: () => void
}

/** Rules that wait: what changes, and the decision of another person, or the withdrawal. */
function ProposedRules({ proposed, current, onDone }: ProposedProps) {
  const { pending, run } = useAction()
  const canEdit = useHasPermission('brands.edit')
  const canApprove = useHasPermission('brands.approve')
  const rejection = useDialog()
  const { change_id, rules, proposed_at, proposed_by, is_own } = proposed
  const before = current && new Map(rulesFacts(current))
  const outcome = {
    onSuccess: onDone,
    refresh: [brandsKey, waitingKey],
  }
  const approve = () =>
    run((send) => send(approveBrandRulesCall, { body: { change_id } }), {
      success: ({ message }) => message ?? 'Regras aprovadas.',
      ...outcome,
    })
  const withdraw = () =>
    run((send) => send(withdrawBrandRulesCall, { body: { change_id } }), {
      success: ({ message }) => message ?? 'Proposta retirada.',
      ...outcome,
    })
  const reject = (reason: string) =>
    run((send) => send(rejectBrandRulesCall, { body: { change_id, reason } }), {
      success: ({ message }) => message ?? 'Proposta devolvida.',
      ...outcome,
    })
  return (
    <Section title={current ? 'Mudança proposta' : 'Regras propostas'}>
      <FactList
        inRows
        facts={rulesFacts(rules).map(([title, fact]): Fact => {
          const former = before?.get(title)
          return [title, former === undefined || former === fact ? fact : `${former} → ${fact}`]
        })}
      />
      <p className="soft small">
        Proposta em {formatInstant(proposed_at)}
        {proposed_by === null ? '' : `, por ${proposed_by}`}.
      </p>
      {canApprove && is_own && <Notice>Você fez esta proposta. Outra pessoa precisa aprová-la.</Notice>}
      <div className="row">
        {canApprove && !is_own && (
          <>
            <ConfirmButton
              variant="primary"
              question="Confirmar: aprovar"
              consequence={<p>As regras passam a valer agora para novos cadastros.</p>}
              pending={pending}
              onConfirm={approve}
            >
              Aprovar
            </ConfirmButton>
            <OutlineButton pending={pending} onClick={rejection.open}>
              Devolver
            </OutlineButton>
          </>
        )}
        {canEdit && (
          <ConfirmButton
            question="Confirmar: retirar"
            consequence={<p>As regras em uso, se houver, continuam valendo.</p>}
            pending={pending}
            onConfirm={withdraw}
          >
            Retirar proposta
          </ConfirmButton>
        )}
      </div>
      <ReasonDialog
        {...rejection.props}
        title="Devolver a proposta"
        label="O que falta?"
        button="Devolver proposta"
        draft={`reject-brand/${change_id}`}
        onReason={reject}
      />
    </Section>
  )
}

const rulesFacts = (rules: BrandRules): (readonly [title: string, fact: string])[] => [
  ['Nome', rules.name],
  ['Número da compra', `${rules.purchase_format}, como ${rules.purchase_example}`],
  ['Número de registro', `${rules.registration_format}, como ${rules.registration_example}`],
  ['Quem cadastra', `Pessoas com ${audienceLabel(rules.audience).replace(' e ', ' ou ')}`],
  [
    'Projetos por pessoa',
    rules.limit_per_customer === null ? 'Sem limite' : String(rules.limit_per_customer),
  ],
  [
    'Compras aceitas',
    rules.requires_imported_purchase ? 'Só as carregadas pela marca' : 'Qualquer uma com o formato',
  ],
]
