import { Route, Switch } from 'wouter'
import { staffPaths } from '../../app/paths.ts'
import { DocumentList } from './document-list.tsx'
import { PublishPage } from './publish-page.tsx'

/** Documents that customers accept, in all their versions. */
export function DocumentsDesk() {
  return (
    <Switch>
      <Route path={staffPaths.publishDocument()}>
        <PublishPage />
      </Route>
      <Route>
        <DocumentList />
      </Route>
    </Switch>
  )
}
