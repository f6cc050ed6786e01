import { normalizeForSearch } from '@clube/contract/brazil/normalize-for-search.ts'
import {
  fillTemplate,
  remainingPlaceholder,
  type AnswerTemplate,
} from '@clube/contract/customer-service/answer-template.ts'
import { ticketPriorities } from '@clube/contract/customer-service/service-ticket.ts'
import type { DeskTicket } from '@clube/contract/customer-service/staff-calls.ts'
import { useState, type KeyboardEvent } from 'react'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useClub } from '../../../platform/app/app-context.tsx'
import { DeskButton } from '../../parts/buttons.tsx'
import { useStaffIdentity } from '../../parts/staff-session.ts'
import css from './customer-service.module.css'
import { useTemplates } from './service-data.ts'
import { categoryTitles, outcomeTitles } from './service-labels.ts'

/** A template with the text for one ticket. */
export type ChosenTemplate = { readonly template: AnswerTemplate; readonly text: string }

type TemplatePickerProps = {
  ticket: DeskTicket
  onClose: () => void
  onUse: (chosen: ChosenTemplate) => void
}

/** Chooses a template; its text is shown as it will be inserted. */
export function TemplatePicker({ ticket, onClose, onUse }: TemplatePickerProps) {
  const templates = useTemplates()
  return (
    <Dialog open onClose={onClose} title="Usar um modelo" wide fieldFirst>
      <Loaded query={templates} loadingText="Carregando os modelos">
        {(all) => {
          const used = all.filter(({ is_archived }) => !is_archived)
          return used.length === 0 ? (
            <EmptyState illustration="chat">Ainda não há modelos de resposta.</EmptyState>
          ) : (
            <Picker templates={used} ticket={ticket} onUse={onUse} />
          )
        }}
      </Loaded>
    </Dialog>
  )
}

type PickerProps = { templates: readonly AnswerTemplate[] } & Pick<TemplatePickerProps, 'ticket' | 'onUse'>

function Picker({ templates, ticket, onUse }: PickerProps) {
  const club = useClub()
  const { name: atendente } = useStaffIdentity()
  const [search, setSearch] = useState('')
  const [chosenId, setChosenId] = useState(templates[0]?.template_id)
  const words = normalizeForSearch(search)
  const found = templates.filter(({ title, text }) => normalizeForSearch(`${title} ${text}`).includes(words))
  const index = Math.max(
    0,
    found.findIndex(({ template_id }) => template_id === chosenId),
  )
  const chosen = found[index]
  const text =
    chosen &&
    fillTemplate(chosen.text, {
      nome: ticket.customer_name,
      protocolo: ticket.protocol,
      assunto: ticket.subject,
      atendente,
      clube: club.name,
      loja: ticket.links.purchase?.shop_name ?? null,
      promocao: ticket.links.campaign?.title ?? ticket.links.transaction?.campaign_title ?? null,
    })
  const remaining = text === undefined ? null : remainingPlaceholder(text)
  const insert = () => chosen && text !== undefined && onUse({ template: chosen, text })
  const handleKey = (event: KeyboardEvent) => {
    const next = { ArrowDown: index + 1, ArrowUp: index - 1 }[event.key]
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) insert()
    else if (next === undefined) return
    else setChosenId(found[Math.min(Math.max(next, 0), found.length - 1)]?.template_id)
    event.preventDefault()
  }
  return (
    <div className={css.picker} onKeyDown={handleKey}>
      <div className="tight">
        <TextField
          label="Buscar um modelo"
          name="template-search"
          type="search"
          autoFocus
          autoComplete="off"
          helper="↑ ↓ muda de modelo, Enter usa."
          value={search}
          onChange={setSearch}
        />
        {found.length === 0 ? (
          <p className="soft">Nenhum modelo com estas palavras.</p>
        ) : (
          <ul className="stack" tabIndex={-1}>
            {found.map(({ template_id, title }) => (
              <li key={template_id}>
                <button
                  type="button"
                  className={css.pick}
                  aria-pressed={template_id === chosen?.template_id}
                  onClick={() => setChosenId(template_id)}
                >
                  {title}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {chosen && text !== undefined && (
        <div className="tight">
          <h3>{chosen.title}</h3>
          <output className={css.preview}>{text}</output>
          <TemplateEffect template={chosen} />
          {remaining !== null && (
            <Notice tone="warn">Depois de usar o modelo, troque {remaining} pelo que deve aparecer.</Notice>
          )}
          <div>
            <DeskButton onClick={insert}>Usar este modelo</DeskButton>
          </div>
        </div>
      )}
    </div>
  )
}

/** What a macro does beside its text. */
export function TemplateEffect({ template }: { template: AnswerTemplate }) {
  const effect = effectOf(template)
  return effect === '' ? null : <p className="soft small">{effect}</p>
}

export const effectOf = ({ outcome, category, priority }: AnswerTemplate): string =>
  [
    ...(outcome === null ? [] : [`Botão: ${outcomeTitles[outcome]}`]),
    ...(category === null ? [] : [`Categoria: ${categoryTitles[category]}`]),
    ...(priority === null ? [] : [`Prioridade: ${ticketPriorities[priority]}`]),
  ].join(' · ')
