import {
  archiveTemplateCall,
  fillTemplate,
  saveTemplateCall,
  templatePlaceholders,
  templateTitleMaxLength,
  templateUseDays,
  unknownPlaceholders,
  type AnswerTemplate,
} from '@clube/contract/customer-service/answer-template.ts'
import { answerOutcomes, type AnswerOutcome } from '@clube/contract/customer-service/action-calls.ts'
import {
  messageMaxLength,
  ticketPriorities,
  type TicketCategory,
  type TicketPriority,
} from '@clube/contract/customer-service/service-ticket.ts'
import { useId, useRef, useState } from 'react'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Select } from '../../../kit/field/select.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { newId } from '../../../parts/new-id.ts'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { DeskButton, OutlineButton, SubmitButton } from '../../parts/buttons.tsx'
import { Choices } from '../../parts/filter-field.tsx'
import { useHasPermission } from '../../parts/staff-session.ts'
import css from './customer-service.module.css'
import { DeskKeys } from './desk-keys.tsx'
import { templatesKey, useTemplates } from './service-data.ts'
import { categoryTitles, optionsOf, outcomeTitles } from './service-labels.ts'
import { effectOf, TemplateEffect } from './template-picker.tsx'

const newTemplate = (): AnswerTemplate => ({
  template_id: newId(),
  version: 0,
  title: '',
  text: '',
  outcome: null,
  category: null,
  priority: null,
  is_archived: false,
})

const lists = { used: 'Em uso', archived: 'Arquivados' } as const
type List = keyof typeof lists
const orders = { title: 'Por título', uses: 'Mais usados' } as const
type Order = keyof typeof orders
const emptyTexts: Readonly<Record<List, string>> = {
  used: 'Ainda não há modelos de resposta.',
  archived: 'Nenhum modelo foi arquivado.',
}

/** The templates of answers: all members of the desk read them, supervisors change them. */
export function TemplatesTab() {
  const query = useTemplates()
  const canEdit = useHasPermission('tickets.supervise')
  const [list, setList] = useState<List>('used')
  const [order, setOrder] = useState<Order>('title')
  const [opened, setOpened] = useState<AnswerTemplate | null>(null)
  const close = () => setOpened(null)
  const create = () => setOpened(newTemplate())
  return (
    <>
      <div className="row spread">
        <Choices
          label="Modelos"
          titles={lists}
          names={Object.keys(lists) as List[]}
          chosen={list}
          onChoose={setList}
        />
        <Choices
          label="Ordem"
          titles={orders}
          names={Object.keys(orders) as Order[]}
          chosen={order}
          onChoose={setOrder}
        />
        {canEdit && <DeskButton onClick={create}>Novo modelo</DeskButton>}
      </div>
      <DeskKeys isList hints={canEdit ? [['N', 'novo modelo', create]] : []} />
      <QueryTable
        query={{
          ...query,
          data: query.data
            ?.filter(({ is_archived }) => is_archived === (list === 'archived'))
            .toSorted((a, b) => (order === 'uses' ? b.uses - a.uses : 0)),
        }}
        label={list === 'archived' ? 'Modelos arquivados' : 'Modelos de resposta'}
        columns={[
          { title: 'Título', cell: ({ title }) => title },
          { title: 'Texto', wide: true, cell: ({ text }) => shorten(text) },
          { title: 'Além do texto', cell: (template) => effectOf(template) || '–' },
          {
            title: `Usos em ${templateUseDays} dias`,
            cell: ({ uses }) => uses.toLocaleString('pt-BR'),
            narrow: true,
          },
        ]}
        keyOf={({ template_id }) => template_id}
        onOpen={setOpened}
        empty={<EmptyState illustration="chat">{emptyTexts[list]}</EmptyState>}
      />
      <Dialog
        open={opened !== null}
        onClose={close}
        title={opened?.version === 0 ? 'Novo modelo' : (opened?.title ?? '')}
        wide
        fieldFirst={canEdit}
      >
        {opened &&
          (canEdit ? (
            <TemplateForm key={opened.template_id} template={opened} onDone={close} />
          ) : (
            <div className="stack">
              <p className={css.preview}>{opened.text}</p>
              <TemplateEffect template={opened} />
            </div>
          ))}
      </Dialog>
    </>
  )
}

/** Length of a text in the list, in characters. */
const shownLength = 120
const shorten = (text: string): string =>
  text.length <= shownLength ? text : `${text.slice(0, shownLength).trimEnd()}…`

/** What the preview shows in place of the placeholders. */
const exampleValues = {
  nome: 'Olga',
  protocolo: 'SAC-2026-000123-4',
  assunto: 'Pontos que não chegaram',
  atendente: 'Isabel',
  clube: 'Clube',
  loja: 'Livraria Jabuticabeira',
  promocao: 'Natal no shopping',
} as const satisfies Record<keyof typeof templatePlaceholders, string>

type TemplateFormProps = { template: AnswerTemplate; onDone: () => void }

function TemplateForm({ template, onDone }: TemplateFormProps) {
  const { template_id, version, is_archived } = template
  const { pending, run } = useAction()
  const fields = useRef<HTMLDivElement>(null)
  const draft = useDraft({
    name: version === 0 ? 'answer-template/new' : `answer-template/${template_id}`,
    initial: {
      title: template.title,
      text: template.text,
      outcome: template.outcome ?? '',
      category: template.category ?? '',
      priority: template.priority ?? '',
    } as Record<'title' | 'text' | 'outcome' | 'category' | 'priority', string>,
  })
  const errorOf = (name: 'title' | 'text') => (value: string) =>
    saveTemplateCall.body.shape[name].safeParse(value).error?.issues[0]?.message
  const form = useActionForm({
    initial: draft.initial,
    rules: { title: errorOf('title'), text: errorOf('text') },
    request: (send, { title, text, outcome, category, priority }) =>
      send(saveTemplateCall, {
        body: {
          template_id,
          version,
          title,
          text,
          outcome: outcome === '' ? null : (outcome as AnswerOutcome),
          category: category === '' ? null : (category as TicketCategory),
          priority: priority === '' ? null : (priority as TicketPriority),
        },
      }),
    success: 'Modelo guardado.',
    onSuccess: onDone,
    refresh: [templatesKey],
    draft,
  })
  const archive = () =>
    run((send) => send(archiveTemplateCall, { body: { template_id, is_archived: !is_archived } }), {
      success: is_archived ? 'O modelo está de volta ao uso.' : 'Modelo arquivado.',
      onSuccess: () => {
        draft.erase()
        onDone()
      },
      refresh: [templatesKey],
    })
  const { text } = form.values
  /** Puts a placeholder where the cursor is in the text. */
  const insert = (placeholder: string) => {
    const field = fields.current?.querySelector('textarea')
    const start = field?.selectionStart ?? text.length
    const end = start + placeholder.length
    form.setValue('text', text.slice(0, start) + placeholder + text.slice(field?.selectionEnd ?? start))
    // After the new text is rendered, which moves the cursor.
    requestAnimationFrame(() => {
      field?.focus()
      field?.setSelectionRange(end, end)
    })
  }
  return (
    <div ref={fields} className="stack">
      <form {...form.props} className="stack" autoComplete="off">
        <FormDraft draft={draft} form={form} />
        <TextField label="Título" maxLength={templateTitleMaxLength} {...form.field('title')} />
        <TextField label="Texto" multiline maxLength={messageMaxLength} {...form.field('text')} />
        <Placeholders onChoose={insert} />
        {text.trim() !== '' && unknownPlaceholders(text).length === 0 && (
          <div className="tight">
            <p className="soft small">Como fica, com um exemplo:</p>
            <output className={css.preview}>{fillTemplate(text, exampleValues)}</output>
          </div>
        )}
        <Select
          label="Botão que vem escolhido (opcional)"
          placeholder="Nenhum"
          options={answerOutcomes.map((value) => ({ value, label: outcomeTitles[value] }))}
          {...form.field('outcome')}
        />
        <Select
          label="Muda a categoria (opcional)"
          placeholder="Não muda"
          options={optionsOf(categoryTitles)}
          {...form.field('category')}
        />
        <Select
          label="Muda a prioridade (opcional)"
          placeholder="Não muda"
          options={optionsOf(ticketPriorities)}
          {...form.field('priority')}
        />
        <div className="row">
          <SubmitButton form={form}>Guardar o modelo</SubmitButton>
          {version > 0 && (
            <OutlineButton pending={pending} onClick={() => void archive()}>
              {is_archived ? 'Voltar a usar' : 'Arquivar'}
            </OutlineButton>
          )}
        </div>
      </form>
    </div>
  )
}

/** The fields that are filled in for each ticket, as buttons that add them to the text. */
function Placeholders({ onChoose }: { onChoose: (placeholder: string) => void }) {
  const id = useId()
  return (
    <div className={css.placeholders} role="group" aria-labelledby={id}>
      <p id={id} className="soft small">
        Campos: preenchidos em cada atendimento. Um toque põe o campo no texto.
      </p>
      {Object.entries(templatePlaceholders).map(([name, meaning]) => (
        <button key={name} type="button" onClick={() => onChoose(`{${name}}`)}>
          <strong>{`{${name}}`}</strong> {meaning}
        </button>
      ))}
    </div>
  )
}
