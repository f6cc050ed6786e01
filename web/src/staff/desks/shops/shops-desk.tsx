import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatCnpj } from '@clube/contract/brazil/cnpj.ts'
import { listShopsCall, type Shop } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { pageOf } from '../../../parts/call-failed.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { DataTable, focusFirstRow, type Column } from '../../parts/data-table.tsx'
import { DeskPage, LoadingRows, LoadProblem } from '../../parts/desk-page.tsx'
import { FilterField, Filters } from '../../parts/filter-field.tsx'
import { KeyHints } from '../../parts/key-hints.tsx'
import { useShortcuts } from '../../parts/shortcuts.ts'
import { ImportShopsDialog } from './import-shops-dialog.tsx'
import { ShopDialog } from './shop-dialog.tsx'

const columns: readonly Column<Shop>[] = [
  { title: 'Loja', cell: ({ name }) => name },
  { title: 'CNPJ', narrow: true, cell: ({ cnpj }) => formatCnpj(cnpj) },
  {
    title: 'Situação',
    narrow: true,
    cell: ({ state }) => (
      <Chip tone={state === 'active' ? 'good' : 'bad'}>
        {state === 'active' ? 'Participa' : 'Não participa'}
      </Chip>
    ),
  },
]

type Opened = { at: 'none' } | { at: 'new' } | { at: 'shop'; shop: Shop } | { at: 'import' }

/** Whose receipts count. */
export function ShopsDesk() {
  const send = useSend()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [opened, setOpened] = useState<Opened>({ at: 'none' })
  const searchField = useRef<HTMLInputElement>(null)
  const list = useInfiniteQuery({
    queryKey: ['shops', text],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      pageOf(
        send(listShopsCall, { query: { text, ...(pageParam === '' ? {} : { cursor: pageParam }) }, signal }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  })
  useShortcuts({
    n: () => setOpened({ at: 'new' }),
    '/': () => searchField.current?.focus(),
    l: focusFirstRow,
  })
  const close = () => setOpened({ at: 'none' })
  const handleSaved = () => {
    close()
    void queries.invalidateQueries({ queryKey: ['shops'] })
  }
  const shops = list.data?.pages.flatMap(({ data }) => data) ?? []

  return (
    <DeskPage
      title="Lojas"
      actions={
        <>
          <Button compact onClick={() => setOpened({ at: 'new' })}>
            Nova loja
          </Button>
          <Button compact look="outline" onClick={() => setOpened({ at: 'import' })}>
            Carregar arquivo
          </Button>
        </>
      }
    >
      <Filters>
        <FilterField label="Buscar por nome ou CNPJ" value={text} onChange={setText} inputRef={searchField} />
      </Filters>
      <KeyHints
        hints={[
          ['N', 'nova loja'],
          ['/', 'buscar'],
          ['L', 'lista'],
          ['Enter', 'abrir'],
        ]}
      />
      {list.isPending && <LoadingRows />}
      {list.isError && <LoadProblem error={list.error} onRetry={() => void list.refetch()} />}
      {shops.length > 0 && (
        <DataTable
          label="Lojas"
          columns={columns}
          rows={shops}
          keyOf={({ shop_id }) => shop_id}
          onOpen={(shop) => setOpened({ at: 'shop', shop })}
        />
      )}
      {list.isSuccess && shops.length === 0 && (
        <EmptyState drawing="search">Nenhuma loja encontrada.</EmptyState>
      )}
      {list.hasNextPage && (
        <Button look="outline" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Carregar mais
        </Button>
      )}
      <ShopDialog
        key={opened.at === 'shop' ? opened.shop.shop_id : 'new'}
        open={opened.at === 'new' || opened.at === 'shop'}
        shop={opened.at === 'shop' ? opened.shop : null}
        onClose={close}
        onSaved={handleSaved}
      />
      <ImportShopsDialog open={opened.at === 'import'} onClose={close} onLoaded={handleSaved} />
    </DeskPage>
  )
}
