import { Route, Switch } from 'wouter'
import { staffPaths } from '../../app/paths.ts'
import { ApprovalPage } from './approval-page.tsx'
import { ApprovalQueue } from './approval-queue.tsx'

/** Second signatures, and reversal of participations. */
export function ApprovalsDesk() {
  return (
    <Switch>
      <Route path={staffPaths.approval(':id')}>{({ id }) => <ApprovalPage key={id} id={id} />}</Route>
      <Route>
        <ApprovalQueue />
      </Route>
    </Switch>
  )
}
