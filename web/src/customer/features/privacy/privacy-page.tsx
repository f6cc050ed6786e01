import { listDataAccessesCall, type DataAccess } from '@clube/contract/privacy/data-access-calls.ts'
import { fingerprintDays } from '@clube/contract/privacy/deletion.ts'
import { Suspense } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { formatHour, formatLongDay } from '../../../parts/club-time.ts'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { loadPart } from '../../../parts/lazy-part.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { PagedList, usePages } from '../../../parts/pages.tsx'
import { saveFile } from '../../../parts/save-file.ts'
import { useAction } from '../../../parts/use-action.ts'
import { useClub } from '../../../platform/app/app-context.tsx'
import { lazyCode } from '../../../platform/navigation/lazy-page.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import { implementedPages } from '../../promotions/promotion-pages.ts'
import { AcceptedDocuments } from './accepted-documents.tsx'
import { DeleteAccount } from './delete-account.tsx'

/** What a person can do with their own data (LGPD art. 18): view, download, correct, delete. */
export function PrivacyPage() {
  const { service_desk } = useClub()
  return (
    <Page title="Privacidade" width="text">
      <p className="soft">Seus dados são seus. Aqui você vê, corrige e leva com você o que o clube guarda.</p>
      <Section title="Meus dados" className="stack raised">
        <nav className="lines" aria-label="Corrigir meus dados">
          <ForwardLink href={paths.profile} title="Ver e corrigir meus dados" />
          <ForwardLink href={`${paths.profile}#ofertas`} title="Escolher se recebo ofertas por e-mail" />
        </nav>
        {/* A kiosk is shared: the next person would find the file. */}
        {!isKiosk() && <DownloadOwnData />}
      </Section>
      <Section title="Documentos que você aceitou" className="stack raised">
        <AcceptedDocuments />
        <p className="soft small">
          Os termos e o regulamento do clube fazem parte da sua conta: só terminam com a exclusão dela.
        </p>
      </Section>
      <Section title="Quem viu meus dados" className="stack raised">
        <DataAccesses />
      </Section>
      <Section title="Excluir minha conta" className="stack raised">
        {!isKiosk() && (
          <Suspense fallback={<Skeleton count={6} />}>
            <DeleteAccount />
          </Suspense>
        )}
        <p className="soft small">
          {isKiosk()
            ? 'Peça a exclusão pelo seu celular, ou pessoalmente, com um documento com foto.'
            : 'Se preferir, peça pessoalmente, com um documento com foto.'}{' '}
          {service_desk.text}
        </p>
        <p className="soft small">
          Depois da exclusão não guardamos o seu documento. Se você usou notas ou promoções, fica por{' '}
          {fingerprintDays.limits} dias um código que não mostra quem você é e só reconhece o mesmo documento
          num novo cadastro, para que os limites das promoções continuem. Com débito de pontos ou nota
          estornada, por {fingerprintDays.debts / 365} anos, o prazo da lei para acertar o débito.
        </p>
      </Section>
    </Page>
  )
}

/** Which staff viewed or processed the person's data: role, desk, action and time. */
function DataAccesses() {
  const accesses = usePages<DataAccess>({
    queryKey: ['data-accesses'],
    read: (send, { cursor, signal }) => send(listDataAccessesCall, { query: { cursor }, signal }),
    refetchOnMount: 'always',
  })
  return (
    <PagedList
      list={accesses}
      loadingText="Carregando quem viu seus dados"
      skeleton={<Skeleton count={3} />}
      className="lines"
      // Entries have no id, and new ones are only appended.
      keyOf={({ at }, line) => `${at} ${line}`}
      empty={<p className="soft small">Ninguém da equipe viu os seus dados até agora.</p>}
    >
      {({ at, what, role, desk }) => (
        <div className="titled">
          <strong>{what}</strong>
          <span className="soft small">
            {role} ({desk})
          </span>
          <time className="soft small" dateTime={at}>
            {formatLongDay(at)}, {formatHour(at)}
          </time>
        </div>
      )}
    </PagedList>
  )
}

const promotionLabels = implementedPages.map(({ ownDataLabel }) => ownDataLabel).join(', ')

/** Loaded on demand: it contains the calls of most features. */
const ownDataCode = lazyCode(() => import('./collect-own-data.ts'))

/** Downloads one file with all data, in a machine-readable format. */
function DownloadOwnData() {
  const { pending, run } = useAction()
  const save = async () => {
    if (!(await loadPart(ownDataCode))) return
    const { collectOwnData } = await ownDataCode.preload()
    await run(collectOwnData, {
      success: 'Seus dados foram baixados.',
      onSuccess: (data) => saveFile('meus-dados.json', 'application/json', JSON.stringify(data, null, 2)),
      place: 'endpoint',
    })
  }
  return (
    <div className="stack">
      <Button variant="outline" pending={pending} onClick={() => void save()}>
        Baixar meus dados
      </Button>
      <p className="soft small">
        Um arquivo com o seu cadastro, aceites, notas e o que elas valem, pontos, participações,{' '}
        {promotionLabels} e quem viu seus dados.
      </p>
    </div>
  )
}
