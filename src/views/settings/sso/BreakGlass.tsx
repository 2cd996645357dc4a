import { useSelector } from '@xstate/react'
import { selectDraft } from '#src/machines/settings/sso/sso-connection.machine.ts'

import type { SsoConnectionActor } from '../../../machines/settings/sso/sso-connection.machine.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { Check, Checks } from '../security/parts.tsx'
import { ssoMessages } from './sso.messages.ts'

const messages = ssoMessages.connection.breakGlass

/** Who may sign in with a password although single sign-on is required. */
export function BreakGlass({ actor }: { readonly actor: SsoConnectionActor }) {
  const draft = useSelector(actor, selectDraft)
  const state = useContextOf(actor, 'state')
  const canChange = useCan(actor, { type: 'user.changed', change: {} })
  if (draft === null || state === null) return null
  const { breakGlass } = draft
  const turn = (id: string, isOn: boolean) => {
    const others = breakGlass.filter((it) => it !== id)
    actor.send({ type: 'user.changed', change: { breakGlass: isOn ? [...others, id] : others } })
  }
  return (
    <>
      <Checks>
        <legend>{messages.title}</legend>
        {state.administrators.map(({ _id, name, email }) => (
          <Check
            key={_id}
            label={`${name} (${email})`}
            isOn={breakGlass.includes(_id)}
            isBlocked={!canChange}
            onTurn={(isOn) => turn(_id, isOn)}
          />
        ))}
      </Checks>
      <Hint>{messages.hint}</Hint>
    </>
  )
}
