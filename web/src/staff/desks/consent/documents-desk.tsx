import { useState } from 'react'
import { Route, Switch, useLocation, useSearch } from 'wouter'
import { consentKinds } from '@clube/contract/club/club.ts'
import type { PublishedVersion } from '@clube/contract/consent/staff-calls.ts'
import { Chip } from '../../../kit/surface/chip.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { consentTitles } from '@clube/contract/consent/consent-titles.ts'
import { QueryTable } from '../../../parts/query-table.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { staffPaths } from '../../app/paths.ts'
import { CopyButton, DeskButton } from '../../parts/buttons.tsx'
import { ConsentDialog, usePublishedVersions, type NamedDocument } from '../../parts/consent-dialog.tsx'
import { DeskPage, KeyHints, searchKey } from '../../parts/desk-page.tsx'
import { FilterField, Filters, FilterSelect } from '../../parts/filter-field.tsx'
import { formatInstant } from '../../parts/instant.ts'
import css from './consent.module.css'
import { Fingerprint } from './document-preview.tsx'
import { PublishPage } from './publish-page.tsx'
import { VersionStatusChip, VersionStatusNotice } from './version-status.tsx'

/** Documents that customers accept, in all their versions. */
export const DocumentsDesk = () => (
  <Switch>
    <Route path={staffPaths.publishDocument()}>
      <PublishPage />
    </Route>
    <Route>
      <DocumentList />
    </Route>
  </Switch>
)

const columns: readonly Column<PublishedVersion>[] = [
  {
    title: 'Documento',
    cell: ({ kind, scope }) => (
      <>
        {consentTitles[kind]}
        {scope !== '' && <span className={`soft small ${css.scope}`}>{paths.promotion(scope)}</span>}
      </>
    ),
  },
  { title: 'Versão', narrow: true, cell: ({ version }) => version },
  {
    title: 'Situação',
    narrow: true,
    cell: (document) => {
      switch (document.state) {
        case 'active':
          return <Chip tone="good">Em vigor</Chip>
        case 'pending':
          return <VersionStatusChip {...document} />
        case 'inactive':
          return <Chip>Desatualizada</Chip>
        default:
          return document.state satisfies never
      }
    },
  },
  { title: 'Publicada em', narrow: true, cell: ({ created_at }) => formatInstant(created_at) },
]

/** The version in the URL; null when only the list is shown. */
const documentIn = (query: URLSearchParams): NamedDocument | null => {
  const kind = consentKinds.find((each) => each === query.get('kind'))
  const version = query.get('version')
  return kind && version !== null ? { kind, scope: query.get('scope') ?? '', version } : null
}

const keyOf = ({ kind, scope, version }: NamedDocument): string => `${kind}/${scope}/${version}`

/** Every version, newest first; outdated ones are hidden unless they are requested. */
function DocumentList() {
  const [, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const opened = documentIn(query)
  const [initialScope] = useState(query.get('scope') ?? '')
  const [text, setText] = useState(initialScope)
  const [kind, setKind] = useState('')
  const [state, setState] = useState(initialScope === '' ? 'current' : '')
  const list = usePublishedVersions()
  const shown = (list.data ?? []).filter(
    (one) =>
      (kind === '' || one.kind === kind) &&
      (state === '' || (one.state === 'inactive') === (state === 'inactive')) &&
      `${one.scope} ${one.version}`.includes(text.trim().toLowerCase()),
  )
  const found = opened && list.data?.find((one) => keyOf(one) === keyOf(opened))
  const publish = () => navigate(staffPaths.publishDocument(kind === '' ? {} : { kind }))

  return (
    <DeskPage title="Documentos" actions={<DeskButton onClick={publish}>Publicar versão</DeskButton>}>
      <Filters>
        <FilterField label="Buscar por promoção ou versão" value={text} onChange={setText} />
        <FilterSelect
          label="Documento"
          value={kind}
          onChange={setKind}
          all="Todos"
          options={consentKinds.map((value) => ({ value, label: consentTitles[value] }))}
        />
        <FilterSelect
          label="Situação"
          value={state}
          onChange={setState}
          all="Todas"
          options={[
            { value: 'current', label: 'Em vigor ou à espera' },
            { value: 'inactive', label: 'Desatualizadas' },
          ]}
        />
      </Filters>
      <KeyHints isList hints={[['N', 'publicar versão', publish], searchKey]} />
      <QueryTable
        query={list}
        rows={shown}
        label="Versões de documentos, da mais nova à mais antiga"
        columns={columns}
        keyOf={keyOf}
        onOpen={(version) => navigate(staffPaths.documentVersion(version))}
        empty="Nenhum documento corresponde ao filtro."
      />
      <ConsentDialog
        document={opened}
        status={found?.state === 'pending' && <VersionStatusNotice {...found} />}
        onClose={() => navigate(staffPaths.documents)}
      >
        {found && (
          <Fingerprint hash={found.document_hash}>
            <CopyButton text={found.document_hash} copiedMessage="Impressão digital copiada.">
              Copiar
            </CopyButton>
          </Fingerprint>
        )}
      </ConsentDialog>
    </DeskPage>
  )
}
