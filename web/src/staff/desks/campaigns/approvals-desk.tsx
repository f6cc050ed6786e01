import { Route, Switch } from 'wouter'
import { staffPaths } from '../../app/paths.ts'
import { ApprovalPage } from './approval-page.tsx'
import { ApprovalQueue } from './approval-queue.tsx'

/** Where a second person signs what others wrote, and takes participations back. */
export function ApprovalsDesk() {
  return (
    <Switch>
      <Route path={`${staffPaths.approvals}/:id`}>{({ id }) => <ApprovalPage key={id} id={id} />}</Route>
      <Route>
        <ApprovalQueue />
      </Route>
    </Switch>
  )
}
