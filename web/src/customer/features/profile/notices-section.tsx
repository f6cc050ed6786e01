import type { Profile } from '@clube/contract/identity/profile-call.ts'
import {
  chooseExpiringPointsEmailCall,
  choosePurchaseRatingsEmailCall,
  chooseSmsNoticeCall,
  noticeTopics,
  type EmailTopic,
  type NoticeTopic,
} from '@clube/contract/identity/notice-calls.ts'
import { useState } from 'react'
import { useCacheProfile } from '../../../parts/club-data/use-profile.ts'
import { useAction } from '../../../parts/use-action.ts'
import { SettingSwitch } from './setting-switch.tsx'
import css from './profile.module.css'

const titles: Readonly<Record<NoticeTopic, string>> = {
  receipts: 'Resposta sobre uma nota',
  points: 'Pontos acrescentados ou retirados',
  expiring_points: 'Pontos a vencer',
  reservations: 'Reserva confirmada, sessão alterada ou cancelada',
  waiting_list: 'Lista de espera',
  participations: 'Participação estornada',
}

/** The e-mails that can be turned off. */
const emails = {
  expiring_points: {
    call: chooseExpiringPointsEmailCall,
    title: 'E-mail antes de os meus pontos vencerem',
    turnedOn: 'Vamos avisar por e-mail antes de os seus pontos vencerem.',
  },
  purchase_ratings: {
    call: choosePurchaseRatingsEmailCall,
    title: 'E-mail para avaliar uma compra',
    turnedOn: 'Vamos pedir por e-mail a avaliação de algumas compras.',
  },
} as const satisfies Record<EmailTopic, object>

/** Notice settings: which topics are also sent by SMS, and the e-mails that can be turned off. */
export function NoticesSection({ profile }: { profile: Profile }) {
  const { pending, run } = useAction()
  const onSuccess = useCacheProfile()
  const [changing, setChanging] = useState<NoticeTopic | `${EmailTopic} by e-mail` | null>(null)
  const canReceiveSms = profile.is_cellphone_verified

  const chooseSms = (topic: NoticeTopic, isWanted: boolean) => {
    setChanging(topic)
    const body = { topic, is_wanted: isWanted ? 'yes' : 'no' } as const
    const success = isWanted
      ? 'Você vai receber estes avisos também por SMS.'
      : 'Você não vai mais receber este SMS.'
    return run((send) => send(chooseSmsNoticeCall, { body }), { success, onSuccess, place: 'form' })
  }
  const chooseEmail = (topic: EmailTopic, isWanted: boolean) => {
    setChanging(`${topic} by e-mail`)
    const { call, turnedOn } = emails[topic]
    const body = { is_wanted: isWanted ? 'yes' : 'no' } as const
    const success = isWanted ? turnedOn : 'Você não vai mais receber este e-mail.'
    return run((send) => send(call, { body }), { success, onSuccess, place: 'form' })
  }

  return (
    <section
      id="avisos"
      className={`stack raised ${css.section}`}
      aria-labelledby="avisos-titulo"
      tabIndex={-1}
    >
      <h2 id="avisos-titulo">Avisos</h2>
      <p className="soft small">
        Avisamos por e-mail o que acontece com as suas notas, pontos, reservas e participações.
        {!profile.is_email_verified && ' Confirme o seu e-mail, em Seus dados, para não perder nenhum aviso.'}
      </p>
      <fieldset className={css.choices}>
        <legend>Quero também um SMS</legend>
        {noticeTopics.map((topic) => {
          const stored = profile.sms_topics.includes(topic)
          return (
            <SettingSwitch
              key={topic}
              stored={stored}
              // Without a confirmed cellphone, they can only be turned off.
              disabled={!canReceiveSms && !stored}
              pending={pending && changing === topic}
              save={(isWanted) => chooseSms(topic, isWanted)}
            >
              {titles[topic]}
            </SettingSwitch>
          )
        })}
        <p className="soft small">
          {canReceiveSms
            ? 'Ao ligar um aviso, você concorda em recebê-lo por SMS no celular do seu cadastro. Desligue quando quiser.'
            : profile.sms_topics.length === 0
              ? 'Confirme o seu celular, em Seus dados, para receber avisos por SMS.'
              : 'O número mudou: nenhum SMS chega até você confirmar o seu celular, em Seus dados.'}
        </p>
      </fieldset>
      <fieldset className={css.choices}>
        <legend>E-mails opcionais</legend>
        {(Object.keys(emails) as EmailTopic[]).map((topic) => (
          <SettingSwitch
            key={topic}
            stored={profile[`${topic}_email`] === 'yes'}
            pending={pending && changing === `${topic} by e-mail`}
            save={(isWanted) => chooseEmail(topic, isWanted)}
          >
            {emails[topic].title}
          </SettingSwitch>
        ))}
      </fieldset>
    </section>
  )
}
