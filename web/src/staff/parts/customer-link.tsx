import { Link } from 'wouter'
import { staffPaths } from '../app/paths.ts'
import { useHasPermission } from './staff-session.ts'

type CustomerLinkProps = { customer_id: string; document: string }

/** A customer's masked document, as a link to their page for members who may open it. */
export function CustomerLink({ customer_id, document }: CustomerLinkProps) {
  const canView = useHasPermission('customers.view')
  if (!canView) return document
  return (
    <Link href={staffPaths.customer(customer_id)}>
      <span className="sr-only">Página do cliente </span>
      {document}
    </Link>
  )
}
