import { useSelector } from '@xstate/react'

import type { SsoConnectionActor } from '../../../machines/settings/sso/sso-connection.machine.ts'
import { selectCanChange, selectDraft } from '../../../machines/settings/sso/sso-connection.selectors.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { useContextOf } from '../../kit/use-context-of.ts'
import { Check, Checks } from '../security/parts.tsx'
import { ssoMessages } from './sso.messages.ts'

const messages = ssoMessages.connection.breakGlass

/** Who may sign in with a password although single sign-on is required. */
export function BreakGlass({ actor }: { readonly actor: SsoConnectionActor }) {
  const draft = useSelector(actor, selectDraft)
  const state = useContextOf(actor, 'state')
  const canChange = useSelector(actor, selectCanChange)
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
