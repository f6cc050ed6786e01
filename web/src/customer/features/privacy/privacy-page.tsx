import { Link } from 'wouter'
import { Button } from '../../../kit/button/button.tsx'
import { Icon } from '../../../kit/icon/icon.tsx'
import { Screen, Stack } from '../../../kit/page/screen.tsx'
import { ClubData } from '../../../parts/club-data/club-data.tsx'
import { PageHeader } from '../../../parts/page-header/page-header.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useClub } from '../../../platform/app/app-context.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import { kioskChannel, readServiceChannel } from '../../../platform/storage/service-channel.ts'
import { builtPromotions } from '../../promotions/promotions.ts'
import { AcceptedDocuments } from './accepted-documents.tsx'
import { collectOwnData } from './collect-own-data.ts'
import { DataLooks } from './data-looks.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { saveFile } from './save-file.ts'
import css from './privacy.module.css'

/** What a person can do with their own data (LGPD art. 18): view, download, correct, delete. */
export function PrivacyPage() {
  useTitle('Privacidade')
  const { service_desk } = useClub()
  // A kiosk is shared: the next person would find the file.
  const isKiosk = readServiceChannel() === kioskChannel
  return (
    <Screen wide>
      <div className={css.page}>
        <Stack>
          <PageHeader title="Privacidade" />
          <p className={css.lead}>
            Seus dados são seus. Aqui você vê, corrige e leva com você o que o clube guarda.
          </p>
          <section className={css.section} aria-labelledby="meus-dados">
            <h2 id="meus-dados">Meus dados</h2>
            <nav className={css.links} aria-label="Corrigir meus dados">
              <Link href={paths.profile}>
                Ver e corrigir meus dados
                <Icon name="next" />
              </Link>
              <Link href={`${paths.profile}#ofertas`}>
                Escolher se recebo ofertas por e-mail
                <Icon name="next" />
              </Link>
            </nav>
            {!isKiosk && <TakeAlong />}
          </section>
          <section className={css.section} aria-labelledby="documentos-aceitos">
            <h2 id="documentos-aceitos">Documentos que você aceitou</h2>
            <ClubData>
              <AcceptedDocuments />
            </ClubData>
            <p className={css.soft}>
              Os termos e o regulamento do clube fazem parte da sua conta: só terminam com a exclusão dela.
            </p>
          </section>
          <section className={css.section} aria-labelledby="quem-viu">
            <h2 id="quem-viu">Quem viu meus dados</h2>
            <ClubData>
              <DataLooks />
            </ClubData>
          </section>
          <section className={css.section} aria-labelledby="excluir-conta">
            <h2 id="excluir-conta">Excluir minha conta</h2>
            {!isKiosk && <DeleteAccount />}
            <p className={css.soft}>
              {isKiosk
                ? 'Peça a exclusão pelo seu celular, ou pessoalmente, com um documento com foto.'
                : 'Se preferir, peça pessoalmente, com um documento com foto.'}{' '}
              {service_desk.text}
            </p>
          </section>
        </Stack>
      </div>
    </Screen>
  )
}

const ofPromotions = builtPromotions.map(({ ownDataLabel }) => ownDataLabel).join(', ')

/** Downloads one file with all data, in a machine-readable format. */
function TakeAlong() {
  const { pending, run } = useAction()
  const save = () =>
    run(collectOwnData, {
      success: 'Seus dados foram baixados.',
      onSuccess: (data) => saveFile('meus-dados.json', 'application/json', JSON.stringify(data, null, 2)),
      place: 'endpoint',
    })
  return (
    <div className={css.take}>
      <Button look="outline" pending={pending} onClick={() => void save()}>
        Baixar meus dados
      </Button>
      <p className={css.soft}>
        Um arquivo com o seu cadastro, aceites, notas, pontos, participações, {ofPromotions} e quem viu seus
        dados.
      </p>
    </div>
  )
}
