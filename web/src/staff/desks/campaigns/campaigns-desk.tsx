import { Route, Switch } from 'wouter'
import { staffPaths } from '../../app/paths.ts'
import { CampaignList } from './campaign-list.tsx'
import { CampaignPage } from './campaign-page.tsx'
import { EditCampaignPage, NewCampaignPage } from './edit-campaign-page.tsx'

/** Writing, submitting, stopping and archiving campaigns. */
export function CampaignsDesk() {
  return (
    <Switch>
      <Route path={staffPaths.newCampaign}>
        <NewCampaignPage />
      </Route>
      <Route path={staffPaths.editCampaign(':id')}>{({ id }) => <EditCampaignPage key={id} id={id} />}</Route>
      <Route path={staffPaths.campaign(':id')}>{({ id }) => <CampaignPage key={id} id={id} />}</Route>
      <Route>
        <CampaignList />
      </Route>
    </Switch>
  )
}
