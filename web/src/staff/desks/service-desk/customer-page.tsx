import { useLocation, useRoute } from 'wouter'
import { openCustomerCall } from '@clube/contract/recovery/desk-calls.ts'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { staffPaths } from '../../app/paths.ts'
import { DeskPage } from '../../parts/desk-page.tsx'
import { CustomerDetails } from './customer-details.tsx'
import css from './service-desk.module.css'

/** The page of one customer, which other desks link to. */
export function CustomerPage() {
  const [, params] = useRoute(staffPaths.customer(':id'))
  const [, navigate] = useLocation()
  const customer_id = params?.id ?? ''
  const query = useCallQuery(['customer', customer_id], (send, signal) =>
    send(openCustomerCall, { body: { customer_id }, signal }),
  )
  return (
    <DeskPage title="Cliente">
      <div className={`stack ${css.desk}`}>
        <Loaded
          query={query}
          loadingText="Carregando o cadastro"
          skeleton={<Skeleton shape="field" count={5} />}
        >
          {(customer) => (
            <CustomerDetails
              key={customer_id}
              customer={customer}
              onDone={() => navigate(staffPaths.home, { replace: true })}
            />
          )}
        </Loaded>
      </div>
    </DeskPage>
  )
}
