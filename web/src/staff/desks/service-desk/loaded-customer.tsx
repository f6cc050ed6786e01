import { openCustomerCall } from '@clube/contract/recovery/desk-calls.ts'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { CustomerDetails, type CustomerDetailsProps } from './customer-details.tsx'

type LoadedCustomerProps = Omit<CustomerDetailsProps, 'customer'> & { customer_id: string }

/** Loads a customer by id and shows the details. */
export function LoadedCustomer({ customer_id, ...rest }: LoadedCustomerProps) {
  const query = useCallQuery(
    ['customer', customer_id],
    (send, signal) => send(openCustomerCall, { body: { customer_id }, signal }),
    // Data that changed is loaded again when the person is reopened.
    { gcTime: 0 },
  )
  return (
    <Loaded query={query} loadingText="Carregando o cadastro" skeleton={<Skeleton shape="field" count={5} />}>
      {(customer) => <CustomerDetails key={customer_id} customer={customer} {...rest} />}
    </Loaded>
  )
}
