import { useState } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { parseProtocol } from '@clube/contract/campaigns/protocol.ts'
import type { RegulationChange } from '@clube/contract/campaigns/regulation-calls.ts'
import { reverseTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { Dialog, useDialog } from '../../../kit/surface/dialog.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { staffPaths } from '../../app/paths.ts'
import { OutlineButton, SubmitButton } from '../../parts/buttons.tsx'
import { DeskPage, KeyHints } from '../../parts/desk-page.tsx'
import { Age } from '../../parts/fact-list.tsx'
import { useStaffIdentity } from '../../parts/staff-session.ts'
import { ApprovalPage } from './approval-page.tsx'
import { formatMissing, formatPeriod } from './campaign-labels.ts'
import { RegulationApprovals, useProposedChanges } from './regulation-approvals.tsx'
import { useCampaignsInReview } from './use-campaigns.ts'

/** Second signatures, and reversal of participations. */
export const ApprovalsDesk = () => (
  <Switch>
    <Route path={staffPaths.approval(':id')}>{({ id }) => <ApprovalPage key={id} id={id} />}</Route>
    <Route>
      <ApprovalQueue />
    </Route>
  </Switch>
)

const columnsFor = (own: string, now: Date): readonly Column<StaffCampaign>[] => [
  { title: 'Promoção', cell: ({ title }) => title },
  { title: 'Tipo', narrow: true, cell: ({ kind }) => promotionKindProperties[kind].title },
  { title: 'Período', narrow: true, cell: formatPeriod },
  { title: 'Enviada', narrow: true, cell: ({ updated_at }) => <Age instant={updated_at} now={now} /> },
  { title: 'Assinatura', narrow: true, cell: (campaign) => <Verdict campaign={campaign} own={own} /> },
]

/** Whether this person may sign, as text beside the color. */
function Verdict({ campaign, own }: { campaign: StaffCampaign; own: string }) {
  if (campaign.edited_by.includes(own)) return <Chip>De outra pessoa</Chip>
  if (!campaign.is_kind_built) return <Chip tone="warn">Tipo indisponível</Chip>
  if (campaign.missing.length > 0) return <Chip tone="warn">{formatMissing(campaign.missing.length)}</Chip>
  return <Chip tone="good">Pronta para você</Chip>
}

const canSign = ({ edited_by, is_kind_built, missing }: StaffCampaign, own: string): boolean =>
  is_kind_built && missing.length === 0 && !edited_by.includes(own)

/** What waits for the second signature: first what this person may sign, then the rest, separately. */
function ApprovalQueue() {
  const [, navigate] = useLocation()
  const { staff_id } = useStaffIdentity()
  const reversal = useDialog()
  const list = useCampaignsInReview()
  const campaigns = (list.data ?? []).toSorted((one, other) => one.updated_at.localeCompare(other.updated_at))
  const ready = campaigns.filter((campaign) => canSign(campaign, staff_id))
  const others = campaigns.filter((campaign) => !canSign(campaign, staff_id))
  const proposed = useProposedChanges()
  const changes = (proposed.data ?? []).toSorted((one, other) =>
    one.proposed_at.localeCompare(other.proposed_at),
  )
  const signable = changes.filter(({ proposed_by }) => proposed_by !== staff_id)
  const own = changes.filter(({ proposed_by }) => proposed_by === staff_id)
  const [opened, setOpened] = useState<RegulationChange | null>(null)
  const [read, setRead] = useState<ReadonlySet<string>>(new Set())
  const openChange = (change: RegulationChange | null) => {
    setOpened(change)
    if (change) setRead(new Set([...read, change.change_id]))
  }
  const table = {
    query: list,
    columns: columnsFor(staff_id, new Date(list.dataUpdatedAt || Date.now())),
    keyOf: ({ campaign_id }: StaffCampaign) => campaign_id,
    empty: (
      <EmptyState illustration="success">
        {others.length > 0
          ? 'Nenhuma promoção espera a sua assinatura.'
          : 'Nenhuma promoção espera assinatura.'}
      </EmptyState>
    ),
  }
  const openNext = () => {
    const unread = signable.find(({ change_id }) => !read.has(change_id))
    if (unread) openChange(unread)
    else if (ready[0]) open(ready[0])
  }
  const regulations = (
    <RegulationApprovals changes={[...signable, ...own]} read={read} opened={opened} onOpen={openChange} />
  )
  const open = ({ campaign_id }: StaffCampaign) => navigate(staffPaths.approval(campaign_id))
  return (
    <DeskPage
      title="Aprovações"
      actions={<OutlineButton onClick={reversal.open}>Estornar participação</OutlineButton>}
    >
      <KeyHints
        isList
        hints={[
          ['P', 'abrir a próxima', openNext],
          ['X', 'estornar', reversal.open],
        ]}
      />
      {signable.length > 0 && regulations}
      {(ready.length > 0 || (!proposed.isPending && signable.length === 0)) && (
        <QueryTable
          {...table}
          rows={ready}
          label="Promoções que esperam a sua assinatura, da mais antiga à mais nova"
          onOpen={open}
        />
      )}
      {others.length > 0 && (
        <section className="stack" aria-labelledby="unsignable">
          <h2 id="unsignable">Não podem ser assinadas por você</h2>
          <QueryTable
            {...table}
            rows={others}
            label="Promoções que você não pode assinar, da mais antiga à mais nova"
            onOpen={open}
          />
        </section>
      )}
      {signable.length === 0 && own.length > 0 && regulations}
      <Dialog {...reversal.props} title="Estornar participação" wide fieldFirst>
        <ReverseForm onDone={reversal.close} />
      </Dialog>
    </DeskPage>
  )
}

/** Reverses a completed participation, by the protocol that the customer quotes. */
function ReverseForm({ onDone }: { onDone: () => void }) {
  const draft = useDraft({ name: 'reversal', initial: { protocol: '', reason: '' }, days: 1 })
  const form = useActionForm({
    draft,
    initial: draft.initial,
    rules: {
      protocol: (protocol) =>
        parseProtocol(protocol) ? undefined : 'Protocolo inválido. Confira os números com o cliente.',
      reason: (reason) => (reason.trim() === '' ? requiredTextMessage : undefined),
    },
    request: (send, body) => send(reverseTransactionCall, { body }),
    success: ({ data: { protocol, campaign_title } }) =>
      `Participação ${protocol} em ${campaign_title} estornada.`,
    onSuccess: onDone,
  })
  return (
    <form {...form.props} className="stack" autoComplete="off">
      <FormDraft draft={draft} form={form} />
      <p>
        O que a participação trouxe volta: lugares, estoque e pontos. O cliente vê que ela foi estornada, e a
        trilha de auditoria guarda quem fez.
      </p>
      <TextField
        label="Protocolo"
        maxLength={24}
        placeholder="2026-000123-4"
        helper="Como o cliente o informa, com ou sem hífens."
        {...form.field('protocol')}
      />
      <TextField label="Motivo" multiline maxLength={300} {...form.field('reason')} />
      <SubmitButton form={form} variant="danger">
        Estornar
      </SubmitButton>
    </form>
  )
}
