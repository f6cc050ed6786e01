import { Route, Switch } from 'wouter'
import { staffPaths } from '../../app/paths.ts'
import { CampaignList } from './campaign-list.tsx'
import { CampaignPage } from './campaign-page.tsx'
import { EditCampaignPage, NewCampaignPage } from './edit-campaign-page.tsx'

/** Where campaigns are written, sent for their second signature, stopped and put away. */
export function CampaignsDesk() {
  const base = staffPaths.campaigns
  return (
    <Switch>
      <Route path={`${base}/nova`}>
        <NewCampaignPage />
      </Route>
      <Route path={`${base}/:id/editar`}>{({ id }) => <EditCampaignPage key={id} id={id} />}</Route>
      <Route path={`${base}/:id`}>{({ id }) => <CampaignPage key={id} id={id} />}</Route>
      <Route>
        <CampaignList />
      </Route>
    </Switch>
  )
}
