import { useSelector } from '@xstate/react'
import { selectDraft, selectNeedsTrust } from '#src/machines/settings/sso/sso-connection.machine.ts'

import type { SsoConnectionActor } from '../../../machines/settings/sso/sso-connection.machine.ts'
import { ssoTrust } from '../../../machines/settings/sso/sso-draft.ts'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { Check, Checks } from '../security/parts.tsx'
import { ssoMessages } from './sso.messages.ts'

const messages = ssoMessages.connection.trust

/** Whether an email address is believed that the provider does not say is verified. SAML has no such question. */
export function EmailTrust({ actor }: { readonly actor: SsoConnectionActor }) {
  const draft = useSelector(actor, selectDraft)
  const canChange = useCan(actor, { type: 'user.changed', change: {} })
  const isNeeded = useSelector(actor, selectNeedsTrust)
  const refusedAt = useContextOf(actor, 'state')?.unverifiedAt ?? null
  const field = draft === null ? null : ssoTrust[draft.provider]
  if (draft === null || field === null) return null
  return (
    <>
      {isNeeded ? (
        <Banner tone="warning" fact={messages.needed}>
          {messages.neededWhy}{' '}
          {refusedAt === null ? null : (
            <>
              {messages.refusedAt} <Moment at={refusedAt} />
            </>
          )}
        </Banner>
      ) : null}
      <Checks>
        <legend>{messages.title}</legend>
        <Check
          label={messages.label}
          isOn={draft[field] === true}
          isBlocked={!canChange}
          onTurn={(isOn) => actor.send({ type: 'user.changed', change: { [field]: isOn } })}
        />
      </Checks>
      <Hint>{messages.hint}</Hint>
    </>
  )
}
