import { useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { consentKinds } from '@clube/contract/club/club.ts'
import type { PublishedVersion } from '@clube/contract/consent/staff-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { consentTitles } from '../../../parts/consent-view/consent-titles.ts'
import { QueryTable } from '../../../parts/query-table.tsx'
import { staffPaths } from '../../app/paths.ts'
import { ConsentDialog } from '../../parts/consent-dialog.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { DeskPage } from '../../parts/desk-page.tsx'
import { FilterField, Filters, FilterSelect } from '../../parts/filter-field.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { KeyHints, listKeys } from '../../parts/key-hints.tsx'
import css from './consent.module.css'
import { usePublishedVersions } from './use-published-versions.ts'

const shortHash = (hash: string): string => `${hash.slice(0, 12)}…`

const columns: readonly Column<PublishedVersion>[] = [
  {
    title: 'Documento',
    cell: ({ kind, scope }) => (
      <>
        {consentTitles[kind]}
        {scope !== '' && <span className={`soft small ${css.scope}`}>{scope}</span>}
      </>
    ),
  },
  { title: 'Versão', narrow: true, cell: ({ version }) => version },
  {
    title: 'Situação',
    narrow: true,
    cell: ({ state }) =>
      state === 'active' ? <Chip tone="good">Em vigor</Chip> : <Chip>Desatualizada</Chip>,
  },
  { title: 'Publicada em', narrow: true, cell: ({ created_at }) => formatInstant(created_at) },
  {
    title: 'Impressão digital',
    narrow: true,
    cell: ({ document_hash }) => <code title={document_hash}>{shortHash(document_hash)}</code>,
  },
]

const everyScope = 'all'

/** Every version, newest first; only the ones in force unless older ones are requested. */
export function DocumentList() {
  const [, navigate] = useLocation()
  const asked = new URLSearchParams(useSearch()).get('scope') ?? ''
  const [text, setText] = useState(asked)
  const [kind, setKind] = useState('')
  const [state, setState] = useState(asked === '' ? 'active' : everyScope)
  const [read, setRead] = useState<PublishedVersion | null>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const list = usePublishedVersions()
  const shown = (list.data ?? []).filter(
    (one) =>
      (kind === '' || one.kind === kind) &&
      (state === everyScope || one.state === state) &&
      `${one.scope} ${one.version}`.includes(text.trim().toLowerCase()),
  )
  const publish = () => navigate(staffPaths.publishDocument(kind === '' ? {} : { kind }))

  return (
    <DeskPage
      title="Documentos"
      actions={
        <Button compact onClick={publish}>
          Publicar versão
        </Button>
      }
    >
      <Filters>
        <FilterField
          label="Buscar por promoção ou versão"
          value={text}
          onChange={setText}
          inputRef={searchField}
        />
        <FilterSelect
          label="Documento"
          value={kind}
          onChange={setKind}
          options={[
            { value: '', label: 'Todos' },
            ...consentKinds.map((value) => ({ value, label: consentTitles[value] })),
          ]}
        />
        <FilterSelect
          label="Situação"
          value={state}
          onChange={setState}
          options={[
            { value: 'active', label: 'Em vigor' },
            { value: 'inactive', label: 'Desatualizadas' },
            { value: everyScope, label: 'Todas' },
          ]}
        />
      </Filters>
      <KeyHints
        hints={[
          ['N', 'publicar versão', publish],
          ['/', 'buscar', () => searchField.current?.focus()],
          ...listKeys,
        ]}
      />
      <QueryTable
        query={list}
        rows={shown}
        label="Versões de documentos, da mais nova à mais antiga"
        columns={columns}
        keyOf={({ kind: of, scope, version }) => `${of}/${scope}/${version}`}
        onOpen={setRead}
        empty="Nenhum documento corresponde ao filtro."
      />
      <ConsentDialog document={read} onClose={() => setRead(null)}>
        {read && <Evidence version={read} />}
      </ConsentDialog>
    </DeskPage>
  )
}

/** The full fingerprint that acceptances of this version carry as their proof. */
function Evidence({ version: { document_hash } }: { version: PublishedVersion }) {
  return (
    <div className={`soft small ${css.evidence}`}>
      <p>Impressão digital do texto (SHA-256), guardada com cada aceite:</p>
      <code>{document_hash}</code>
      <CopyButton text={document_hash} done="Impressão digital copiada.">
        Copiar
      </CopyButton>
    </div>
  )
}
