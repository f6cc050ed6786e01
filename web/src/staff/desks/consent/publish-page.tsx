import { useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { requiredSelectMessage, requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { staffListCampaignsCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { consentKinds } from '@clube/contract/club/club.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import { publishDocumentCall, type PublishedVersion } from '@clube/contract/consent/staff-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { Select } from '../../../kit/field/select.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm, type FieldBinding } from '../../../kit/form/use-form.ts'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { consentTitles } from '@clube/contract/consent/consent-titles.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { useAction } from '../../../parts/use-action.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { staffPaths } from '../../app/paths.ts'
import { SubmitButton } from '../../parts/buttons.tsx'
import { usePublishedVersions } from '../../parts/consent-dialog.tsx'
import { DeskPage } from '../../parts/desk-page.tsx'
import css from './consent.module.css'
import { DocumentPreview } from './document-preview.tsx'
import { htmlFromText, formatHtml } from './plain-text.ts'

type Values = { kind: string; scope: string; version: string; format: string; document: string }

const kindOf = (text: string) => consentKinds.find((kind) => kind === text)
const isPromotionDocument = (kind: string): boolean =>
  kind === 'promotion_regulation' || kind === 'promotion_terms'
const htmlOf = ({ format, document }: Values): string =>
  format === 'html' ? document : htmlFromText(document)

/** Writing a version, previewing it, and publishing it. */
export function PublishPage() {
  const [, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const [now] = useState(() => new Date())
  const { pending, run } = useAction()
  const confirmation = useDialog()
  const kindParameter = kindOf(search.get('kind') ?? '') ?? ''
  const scopeParameter = search.get('scope') ?? ''
  const draft = useDraft<Values>({
    name: `document/${kindParameter}/${scopeParameter}`,
    initial: {
      kind: kindParameter,
      scope: scopeParameter,
      version: search.get('version') ?? '',
      format: 'text',
      document: '',
    },
  })
  const form = useForm({
    initial: draft.initial,
    rules: {
      kind: (kind) => (kind === '' ? requiredSelectMessage : undefined),
      scope: (scope, { kind }) =>
        isPromotionDocument(kind) && scope === '' ? requiredSelectMessage : undefined,
      version: (version) => (version.trim() === '' ? requiredTextMessage : undefined),
      document: (document) => (document.trim() === '' ? requiredTextMessage : undefined),
    },
    onSubmit: confirmation.open,
  })
  const { values } = form
  const kind = kindOf(values.kind)
  const version = values.version.trim()
  const publish = async () => {
    if (!kind) return
    const body = { kind, scope: values.scope, version, document: htmlOf(values) }
    await run((send) => send(publishDocumentCall, { body }), {
      success: ({ message, data: { state } }) =>
        state === 'pending'
          ? `Versão ${version} publicada. Ela vale depois da segunda assinatura.`
          : (message ?? 'Documento publicado.'),
      onSuccess: draft.erase,
      refresh: [['documents'], ['campaigns']],
      onRefreshed: ({ scope }) => navigate(staffPaths.documentsOf(scope)),
      onFailure: () => {
        confirmation.close()
        return false
      },
      form,
    })
  }
  const requiresSignature = kind === 'promotion_regulation'
  const latest = useRef(values)
  latest.current = values
  /** Text that arrives after typing began does not replace the user's input. */
  const applyText = (document: string) => {
    if (latest.current.document === '') form.setValues({ format: 'html', document: formatHtml(document) })
  }
  return (
    <DeskPage
      title="Publicar versão"
      actions={<Link href={staffPaths.documents}>Voltar aos documentos</Link>}
    >
      <form {...form.props} className={`sides ${css.halves}`} autoComplete="off">
        <div className="panel">
          <FormDraft draft={draft} form={form} />
          <Select
            label="Documento"
            options={consentKinds.map((value) => ({ value, label: consentTitles[value] }))}
            {...form.field('kind')}
          />
          <ScopeSelect {...form.field('scope')} isRequired={isPromotionDocument(values.kind)} />
          <CurrentVersions values={values} onText={applyText} />
          <TextField
            label="Versão"
            maxLength={40}
            helper="Por exemplo 2.0. Cada versão é publicada uma única vez."
            {...form.field('version')}
          />
          <RadioGroup
            label="Como o texto está escrito?"
            options={[
              {
                value: 'text',
                label: 'Texto simples',
                description: '“# ” abre um título, “- ” um item de lista',
              },
              { value: 'html', label: 'HTML', description: 'Títulos, parágrafos, listas, tabelas e links' },
            ]}
            {...form.field('format')}
          />
          <div className={css.source} data-format={values.format}>
            <TextField
              label="Texto"
              multiline
              maxLength={60_000}
              helper={values.format === 'text' ? 'Uma linha em branco separa parágrafos.' : ''}
              {...form.field('document')}
            />
          </div>
        </div>
        <div className="stack">
          <DocumentPreview
            kind={kind ?? 'loyaltyclub_terms'}
            version={values.version}
            html={htmlOf(values)}
            now={now}
          />
          <div className="panel">
            <Notice>
              {requiresSignature
                ? 'Esta versão só vale depois da segunda assinatura; até lá, uma promoção já aprovada segue a de hoje.'
                : 'Publicar põe esta versão em vigor na hora. A anterior fica desatualizada, e quem a aceitou precisa aceitar de novo.'}{' '}
              Um texto publicado não muda mais.
            </Notice>
            <SubmitButton form={form}>Publicar</SubmitButton>
          </div>
        </div>
      </form>
      <ConfirmDialog
        {...confirmation.props}
        title="Publicar?"
        confirm={requiresSignature ? 'Confirmar: publicar' : 'Confirmar: pôr em vigor'}
        variant="primary"
        pending={pending}
        typed={version}
        onConfirm={publish}
      >
        {kind && (
          <p>
            {consentTitles[kind]}, versão {version}:{' '}
            {requiresSignature ? 'fica publicada' : 'entra em vigor agora'}, e um texto publicado não muda
            mais.
          </p>
        )}
      </ConfirmDialog>
    </DeskPage>
  )
}

/** Scope of the document: the club, or one campaign. */
function ScopeSelect({ isRequired, value, ...field }: FieldBinding<string> & { isRequired: boolean }) {
  const list = useCallQuery(['campaigns', 'all'], (send, signal) => send(staffListCampaignsCall, { signal }))
  const known = (list.data ?? [])
    .filter(({ slug, state }) => state !== 'archived' || slug === value)
    .map(({ slug, title }) => ({ value: slug, label: `${title} (${slug})` }))
  // Offers the requested campaign before the list is loaded.
  const isKnown = value === '' || known.some((one) => one.value === value)
  return (
    <Select
      label="Vale para"
      placeholder={isRequired ? 'Escolha a promoção' : 'O clube todo'}
      options={isKnown ? known : [{ value, label: value }, ...known]}
      value={value}
      {...field}
    />
  )
}

/** The versions in force and awaiting their signature, each with a button that starts from its text. */
function CurrentVersions({ values, onText }: { values: Values; onText: (document: string) => void }) {
  const list = usePublishedVersions()
  const { kind, scope } = values
  if (!list.data || kind === '') return null
  const current = list.data.filter(
    (one) => one.state !== 'inactive' && one.kind === kind && one.scope === scope,
  )
  return (
    <>
      {current.map((one) => (
        <CurrentVersion
          key={one.version}
          version={one}
          isTextEmpty={values.document === ''}
          onText={onText}
        />
      ))}
      {!current.some(({ state }) => state === 'active') && (
        <p className="soft small">Ainda não há uma versão em vigor.</p>
      )}
    </>
  )
}

type CurrentVersionProps = {
  version: PublishedVersion
  /** Whether the form has no text yet. */
  isTextEmpty: boolean
  onText: (document: string) => void
}

function CurrentVersion({
  version: { kind, scope, version, state },
  isTextEmpty,
  onText,
}: CurrentVersionProps) {
  const { pending, run } = useAction()
  const isActive = state === 'active'
  const loadText = () => {
    const query = { version, scope: scope === '' ? undefined : scope }
    return run((send) => send(readConsentDocumentCall, { params: { kind }, query }), {
      onSuccess: ({ document }) => onText(document),
    })
  }
  return (
    <div className="row spread">
      <span className="soft small">
        {isActive ? 'Em vigor' : 'Espera a assinatura'}: versão {version}
      </span>
      {isTextEmpty && (
        <Button compact variant="quiet" pending={pending} onClick={loadText}>
          {isActive ? 'Começar do texto em vigor' : `Começar do texto da versão ${version}`}
        </Button>
      )}
    </div>
  )
}
