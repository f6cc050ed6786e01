import { useLocation, useRoute } from 'wouter'
import { staffPaths } from '../../app/paths.ts'
import { DeskPage } from '../../parts/desk-page.tsx'
import { LoadedCustomer } from './loaded-customer.tsx'
import css from './service-desk.module.css'

/** The page of one customer, which other desks link to. */
export function CustomerPage() {
  const [, params] = useRoute(staffPaths.customer(':id'))
  const [, navigate] = useLocation()
  return (
    <DeskPage title="Cliente">
      <div className={`stack ${css.desk}`}>
        <LoadedCustomer
          customer_id={params?.id ?? ''}
          onDone={() => navigate(staffPaths.home, { replace: true })}
        />
      </div>
    </DeskPage>
  )
}
