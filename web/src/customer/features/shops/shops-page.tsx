import { countFormatter } from '@clube/contract/kernel/count-formats.ts'
import {
  floorsOf,
  searchShops,
  segmentsOf,
  shopSegments,
  type ParticipatingShop,
  type ShopSegment,
} from '@clube/contract/receipts/shop.ts'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Select } from '../../../kit/field/select.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useParticipatingShops } from '../../../parts/club-data/use-shops.ts'
import { LinkButton } from '../../../parts/link-button.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import css from './shops.module.css'

/** Lojas participantes: the shops whose receipts count; visible to anonymous visitors too. */
export function ShopsPage() {
  return (
    <Page title="Lojas participantes" width="wide">
      <Loaded
        query={useParticipatingShops()}
        loadingText="Carregando as lojas"
        skeleton={<Skeleton count={8} />}
      >
        {(shops) =>
          shops.length > 0 ? (
            <ShopSearch shops={shops} />
          ) : (
            <EmptyState illustration="search">Nenhuma loja participa no momento.</EmptyState>
          )
        }
      </Loaded>
    </Page>
  )
}

const noFilter = { text: '', segment: '', floor: '' }

const formatShopCount = countFormatter('loja encontrada', 'lojas encontradas')

function ShopSearch({ shops }: { shops: readonly ParticipatingShop[] }) {
  const [filter, setFilter] = useState(noFilter)
  // Typing stays responsive while a long list is rendered.
  const { text, segment, floor } = useDeferredValue(filter)
  const found = useMemo(
    () =>
      searchShops(shops, {
        text,
        segment: segment === '' ? null : (segment as ShopSegment),
        floor: floor === '' ? null : floor,
      }),
    [shops, text, segment, floor],
  )
  const field = (name: keyof typeof noFilter) => ({
    name,
    value: filter[name],
    onChange: (value: string) => setFilter((previous) => ({ ...previous, [name]: value })),
  })
  const segments = segmentsOf(shops)
  const floors = floorsOf(shops)
  return (
    <>
      <form role="search" className={css.search} onSubmit={(event) => event.preventDefault()}>
        <TextField
          label="Nome da loja ou CNPJ"
          type="search"
          autoComplete="off"
          helper="O CNPJ está no começo da nota."
          {...field('text')}
        />
        {segments.length > 0 && (
          <Select
            label="Segmento"
            placeholder="Todos"
            options={segments.map((value) => ({ value, label: shopSegments[value] }))}
            {...field('segment')}
          />
        )}
        {floors.length > 0 && (
          <Select
            label="Piso"
            placeholder="Todos"
            options={floors.map((value) => ({ value, label: value }))}
            {...field('floor')}
          />
        )}
      </form>
      <p role="status" className="soft">
        {formatShopCount(found.length)}
      </p>
      {found.length > 0 ? (
        <ShopList shops={found} />
      ) : (
        <EmptyState
          illustration="search"
          action={
            <Button variant="outline" compact onClick={() => setFilter(noFilter)}>
              Ver todas as lojas
            </Button>
          }
        >
          Nenhuma loja participante corresponde à busca.
        </EmptyState>
      )}
      <LinkButton variant="outline" compact href={paths.newReceipt}>
        Cadastrar nota fiscal
      </LinkButton>
    </>
  )
}

const ShopList = memo(function ShopList({ shops }: { shops: readonly ParticipatingShop[] }) {
  return (
    <ul className={`raised ${css.shops}`}>
      {shops.map(({ cnpj, name, segment, floor }) => (
        <li key={cnpj} className="titled">
          <strong>{name}</strong>
          <span className="soft">
            {[segment && shopSegments[segment], floor].filter((part) => part !== null).join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
})
