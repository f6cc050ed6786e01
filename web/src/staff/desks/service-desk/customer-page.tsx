import { useLocation, useRoute, useSearch } from 'wouter'
import { staffPaths } from '../../app/paths.ts'
import { DeskPage } from '../../parts/desk-page.tsx'
import { LoadedCustomer } from './loaded-customer.tsx'
import css from './service-desk.module.css'

/** The page of one customer, which other desks link to. */
export function CustomerPage() {
  const [, params] = useRoute(staffPaths.customer(':id'))
  const [, navigate] = useLocation()
  const transaction_id = new URLSearchParams(useSearch()).get('participacao')
  return (
    <DeskPage title="Cliente">
      <div className={`stack ${css.desk}`}>
        <LoadedCustomer
          key={transaction_id}
          customer_id={params?.id ?? ''}
          transaction_id={transaction_id}
          onDone={() => navigate(staffPaths.home, { replace: true })}
        />
      </div>
    </DeskPage>
  )
}
