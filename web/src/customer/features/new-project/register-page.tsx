import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { audienceLabel } from '@clube/contract/new-project/brand.ts'
import {
  addProjectFileCall,
  registerProjectCall,
  type ProjectOffer,
} from '@clube/contract/new-project/calls.ts'
import {
  isNumeric,
  numberMaxLength,
  parseNumberFormat,
  readNumber,
} from '@clube/contract/new-project/number-format.ts'
import { registrationRefusals } from '@clube/contract/new-project/refusals.ts'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { Section } from '../../../kit/page/section.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCampaign } from '../../../parts/club-data/use-campaigns.ts'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { useAction } from '../../../parts/use-action.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import { participate } from '../../promotions/participate.ts'
import { ChooseFile } from './file-prompt.tsx'
import { prepareFile } from './project-file.ts'
import { projectPaths } from './project-paths.ts'
import css from './projects.module.css'
import { projectDependentKeys, useProjectOffer } from './use-projects.ts'

/** Registers a project of a brand: its two numbers, and a file if the person has one. */
export function RegisterPage() {
  const { slug } = useParams<{ slug: string }>()
  const campaign = useCampaign(slug)
  if (campaign.data) return <Register campaign={campaign.data} />
  return (
    <Page title="Projeto" back={{ href: paths.promotions, label: 'Promoções' }}>
      <Loaded query={campaign} loadingText="Carregando a promoção">
        {() => null}
      </Loaded>
    </Page>
  )
}

function Register({ campaign }: { campaign: CampaignPage }) {
  const { eligible = true, reasons = [] } = campaign.eligibility ?? {}
  return (
    <Page title={campaign.title} back={{ href: paths.promotion(campaign.slug), label: 'Sobre a promoção' }}>
      <Loaded query={useProjectOffer(campaign.campaign_id)} loadingText="Carregando a promoção">
        {(offer) => (
          <>
            {!eligible ? (
              <Notice tone="warn">
                {reasons.map(({ code, message }) => (
                  <p key={code}>{message}</p>
                ))}
              </Notice>
            ) : offer.exclusion !== null ? (
              <Notice tone="warn">{offer.exclusion}</Notice>
            ) : (
              <ProjectForm offer={offer} />
            )}
            <Steps offer={offer} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** The same format and sentence as on the server, so that a typing error is shown without a request. */
const numberRule =
  (format: string, message: string) =>
  (typed: string): string | undefined => {
    if (typed.trim() === '') return requiredTextMessage
    const parsed = parseNumberFormat(format)
    return parsed.ok && readNumber(parsed.format, typed) === null ? message : undefined
  }

/** Numbers are shown as the brand writes them: upper case. */
const clean = (text: string): string => text.toUpperCase()

const inputModeOf = (format: string): 'numeric' | 'text' => {
  const parsed = parseNumberFormat(format)
  return parsed.ok && isNumeric(parsed.format) ? 'numeric' : 'text'
}

type RegisteredProject = DataOf<typeof registerProjectCall>

const registeredText = (answer_due_on: string): string =>
  `Projeto em análise. A resposta chega até ${formatDay(answer_due_on)}.`

function ProjectForm({ offer }: { offer: ProjectOffer }) {
  const { campaign_id, brand_slug: brand } = offer
  const [, navigate] = useLocation()
  const [file, setFile] = useState<{ name: string; content: Blob } | null>(null)
  const [fileError, setFileError] = useState<string>()
  const { run } = useAction()
  const choose = async (chosen: File): Promise<void> => {
    const prepared = await trackPending(prepareFile(chosen))
    setFile(prepared.ok ? { name: chosen.name, content: prepared.file } : null)
    setFileError(prepared.ok ? undefined : prepared.message)
  }
  /** The project is registered by then, so a file that fails can be sent again from the list. */
  const sendFile = async ({ project_id, answer_due_on }: RegisteredProject): Promise<void> => {
    if (!file) return
    await run((send) => send(addProjectFileCall, { body: { project_id, file: file.content } }), {
      // The message about the registration, which a new request closes.
      success: registeredText(answer_due_on),
      refresh: projectDependentKeys,
      onFailure: () => {
        showToast({
          message: 'O projeto foi cadastrado, mas o arquivo não foi recebido. Envie-o de novo abaixo.',
          type: 'error',
        })
        return true
      },
    })
  }
  const form = useActionForm({
    initial: { purchase_number: '', project_registration_number: '' },
    rules: {
      purchase_number: numberRule(
        offer.purchase_format,
        registrationRefusals['new-project.invalid-purchase-number'].message,
      ),
      project_registration_number: numberRule(
        offer.registration_format,
        registrationRefusals['new-project.invalid-registration-number'].message,
      ),
    },
    request: (send, numbers) =>
      participate(send, { campaign_id, kind: 'new_project' }, ({ transaction_id }) =>
        send(registerProjectCall, {
          params: { brand },
          body: { transaction_id, promotion_id: campaign_id, ...numbers },
        }),
      ),
    success: ({ data }) => registeredText(data.answer_due_on),
    onSuccess: async (registered) => {
      await sendFile(registered)
      navigate(projectPaths.mine)
    },
    refresh: projectDependentKeys,
  })
  return (
    <form {...form.props} className="stack" autoComplete="off">
      <TextField
        label="Número da compra"
        helper={`Como ${offer.purchase_example}`}
        inputMode={inputModeOf(offer.purchase_format)}
        autoCapitalize="characters"
        maxLength={numberMaxLength}
        clean={clean}
        {...form.field('purchase_number')}
      />
      <TextField
        label="Número de registro do projeto"
        helper={`Como ${offer.registration_example}`}
        inputMode={inputModeOf(offer.registration_format)}
        autoCapitalize="characters"
        maxLength={numberMaxLength}
        clean={clean}
        {...form.field('project_registration_number')}
      />
      {/* A kiosk has no personal files. */}
      {!isKiosk() && (
        <div className="tight">
          <p className="soft">Se quiser, junte uma foto ou um PDF do projeto, de até 5 MB.</p>
          {file && (
            <p className={css.chosen}>
              {file.name}{' '}
              <Button variant="quiet" compact onClick={() => setFile(null)}>
                Retirar arquivo
              </Button>
            </p>
          )}
          <ChooseFile
            label={file ? 'Trocar arquivo' : 'Escolher arquivo'}
            error={fileError}
            onChosen={(chosen) => void choose(chosen)}
          />
        </div>
      )}
      <Button type="submit" pending={form.pending}>
        Cadastrar projeto
      </Button>
    </form>
  )
}

const daysText = (days: number): string => (days === 1 ? '1 dia' : `${days} dias`)

/** What happens after the registration. */
const Steps = ({ offer }: { offer: ProjectOffer }) => (
  <Section title="Como funciona" className="stack raised">
    <ul className="lines">
      <li>
        A {offer.brand_name} confere os dois números e responde em até {daysText(offer.answer_days)}.
      </li>
      <li>Você recebe a resposta por e-mail e em Meus projetos.</li>
      {offer.points !== null && <li>Cada projeto aprovado vale {formatPoints(offer.points)}.</li>}
      {offer.limit_per_customer !== null && (
        <li>
          {offer.limit_per_customer === 1
            ? 'Cada pessoa cadastra 1 projeto desta marca.'
            : `Cada pessoa cadastra até ${offer.limit_per_customer} projetos desta marca.`}
        </li>
      )}
      {offer.audience.length === 1 && <li>Cadastro exclusivo para {audienceLabel(offer.audience)}.</li>}
    </ul>
    <ForwardLink href={projectPaths.mine} title="Meus projetos" />
  </Section>
)
