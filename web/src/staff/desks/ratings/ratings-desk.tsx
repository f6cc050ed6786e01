import { readRatingFiguresCall, ratingFiguresFile } from '@clube/contract/ratings/staff-calls.ts'
import { shopSegments } from '@clube/contract/receipts/shop.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { useState } from 'react'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { dataOf } from '../../../parts/call-failed.ts'
import { clubDayOf } from '../../../parts/club-time.ts'
import { FileLink } from '../../../parts/file-link.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { usePreviousData } from '../../../platform/server-data/previous-data.ts'
import { useQuery } from '../../../platform/server-data/use-query.tsx'
import { DeskPage, KeyHints } from '../../parts/desk-page.tsx'
import { Choices, FilterField, Filters, FilterSelect } from '../../parts/filter-field.tsx'
import { DetractorQueues } from './detractor-queues.tsx'
import { RatingFiguresView } from './rating-figures.tsx'

const views = { queue: 'Detratores', figures: 'NPS' } as const
type View = keyof typeof views

const dayMs = 86_400_000
/** Length of the period at first, in days. */
const firstPeriodDays = 90

const daysAgo = (days: number): string => clubDayOf(new Date(serverNow() - days * dayMs))

/** Ratings of purchases: detractors to contact, and the score by shop, segment and period. */
export function RatingsDesk() {
  const send = useSend()
  const [view, setView] = useState<View>('queue')
  const [filter, setFilter] = useState(() => ({
    from: daysAgo(firstPeriodDays - 1),
    to: daysAgo(0),
    segment: '',
    shop_id: '',
  }))
  const { segment, shop_id, ...period } = filter
  const shops = { ...(segment === '' ? {} : { segment }), ...(shop_id === '' ? {} : { shop_id }) }
  const query = { ...period, ...shops }
  const periodError = readRatingFiguresCall.query.safeParse(query).error?.issues[0]?.message
  // The lists of the filters stay while other figures load.
  const figures = usePreviousData(
    useQuery({
      queryKey: ['ratings', 'figures', filter],
      queryFn: ({ signal }) => dataOf(send(readRatingFiguresCall, { query, signal })),
      enabled: periodError === undefined,
    }),
  )
  const change = (name: keyof typeof filter) => (value: string) =>
    setFilter((now) => ({ ...now, [name]: value }))
  const show = (next: View) => () => setView(next)
  return (
    <DeskPage
      title="Avaliações"
      actions={
        // An invalid period has no file.
        view === 'figures' &&
        periodError === undefined && (
          <FileLink href={filePath(ratingFiguresFile, period)}>Baixar o período em CSV</FileLink>
        )
      }
    >
      <Choices
        label="O que mostrar"
        titles={views}
        names={Object.keys(views) as View[]}
        chosen={view}
        onChoose={setView}
      />
      <Filters>
        {view === 'figures' && (
          <>
            <FilterField label="De" type="date" value={filter.from} onChange={change('from')} />
            <FilterField label="Até" type="date" value={filter.to} onChange={change('to')} />
          </>
        )}
        <FilterSelect
          label="Segmento"
          value={segment}
          onChange={change('segment')}
          all="Todos"
          options={Object.entries(shopSegments).map(([value, label]) => ({ value, label }))}
        />
        <FilterSelect
          label="Loja"
          value={shop_id}
          onChange={change('shop_id')}
          all="Todas"
          options={(figures.data?.filter_shops ?? []).map(({ shop_id: value, title: label }) => ({
            value,
            label,
          }))}
        />
      </Filters>
      <KeyHints
        isList={view === 'queue'}
        hints={[
          ['D', 'detratores', show('queue')],
          ['N', 'NPS', show('figures')],
        ]}
      />
      {view === 'queue' ? (
        <DetractorQueues filter={shops} />
      ) : periodError === undefined ? (
        <RatingFiguresView query={figures} />
      ) : (
        <Notice tone="warn">{periodError}</Notice>
      )}
    </DeskPage>
  )
}
